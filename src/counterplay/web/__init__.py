"""The browser's door: `counterplay serve`.

A small server on this computer (FastAPI), a typed JSON API, and pages made of hand-written ES modules. It translates; it decides
nothing: rules, pictures and searches are those of every other door. `README.md` in this folder is the map.
"""
