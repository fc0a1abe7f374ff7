// The module of this page.
