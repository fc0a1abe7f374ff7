"""What PyTorch does: move the weights of a network towards what its search found and how its games ended.

    loss = weight * cross-entropy of the chance to win + cross-entropy of the policy + decay * squares of the weights

Scores lie close together, so the first of these tells little more than a constant, and without its weight the second alone would be
learned. The chance to win is learned from a mixture of the game's end and of what the search thought. Nothing else here needs PyTorch: it
is the extra `learn`, and a network that was learned runs without it.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import UsageError
from ...evaluations.policy_network import PolicyNetwork
from ...weights import Weights
from .experience import Experience

if TYPE_CHECKING:
    import torch


class Losses(NamedTuple):
    """The mean losses of a lesson, in nats a position."""

    value: float
    policy: float


def torch_module() -> Any:
    """PyTorch, if it is there."""
    try:
        import torch
    except ImportError as error:
        raise UsageError(
            "Learning in this way needs PyTorch, which is not installed: pip install 'counterplay[learn]'. The CPU build is enough"
            " and much smaller; PyTorch's own page on installing says how to ask pip for it."
        ) from error
    return torch


class Learner:
    """A network as PyTorch sees it, with the memory of its optimiser (Adam)."""

    def __init__(self, network: PolicyNetwork, decay: float, threads: int = 1):
        self.torch = torch_module()
        self.torch.set_num_threads(threads)  # sums in another order are other sums: part of what a run depends on
        self.shape, self.game, self.most_score = network.shape, network.game, network.most_score
        self.layers = [self.torch.nn.Parameter(self.torch.tensor(array)) for array in split(network.weights.array, network.shape)]
        self.optimiser = self.torch.optim.Adam(self.layers, weight_decay=decay)

    def outputs(self, places: torch.Tensor, amounts: torch.Tensor) -> torch.Tensor:
        """The value's logit and those of the policy, for every position."""
        rows = self.torch.zeros(len(places), self.shape[0]).scatter_add_(1, places, amounts)
        first, first_bias, second, second_bias, third, third_bias = self.layers
        units: torch.Tensor = ((rows @ first + first_bias).relu() @ second + second_bias).relu() @ third + third_bias
        return units

    def learn(self, experience: Experience, steps: int, size: int, rate: float, *, share: float, weight: float, seed: int) -> Losses:
        """Take so many steps, each for `size` positions drawn at random; `share` is what the game's end counts beside the search, `weight`
        what the value counts beside the policy."""
        import numpy

        torch, rng, totals = self.torch, numpy.random.default_rng(seed), [0.0, 0.0]
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        chances = 0.5 + 0.5 * (share * experience.results + (1.0 - share) * experience.values)
        for _ in range(steps):
            rows = rng.integers(experience.size, size=size)
            places, amounts = (torch.from_numpy(numpy.ascontiguousarray(column[rows])) for column in experience[:2])
            said = self.outputs(places.long(), amounts)
            value = torch.nn.functional.binary_cross_entropy_with_logits(said[:, 0], torch.from_numpy(chances[rows]))
            aims = torch.from_numpy(experience.policies[rows])
            policy = -(aims * torch.log_softmax(said[:, 1:], dim=1)).sum() / aims.sum().clamp(min=1.0)
            self.optimiser.zero_grad()
            (weight * value + policy).backward()
            self.optimiser.step()
            totals[0] += float(value.detach())
            totals[1] += float(policy.detach())
        return Losses(totals[0] / max(steps, 1), totals[1] / max(steps, 1))

    def network(self, notes: dict[str, Any]) -> PolicyNetwork:
        """The network as it is now, with what there is to say of it."""
        import numpy

        weights = numpy.concatenate([layer.detach().numpy().reshape(-1) for layer in self.layers])
        return PolicyNetwork(self.game, *self.shape, Weights(weights), self.most_score, notes)

    # ── Checkpoints ──
    def to_bytes(self) -> bytes:
        """Weights and the optimiser's memory, exactly."""
        import numpy

        file, arrays = io.BytesIO(), {}
        for i, layer in enumerate(self.layers):
            arrays[f"weights{i}"] = layer.detach().numpy()
            for name, value in self.optimiser.state[layer].items():
                arrays[f"{name}{i}"] = value.numpy()
        numpy.savez(file, **arrays)
        return file.getvalue()

    def remember(self, content: bytes) -> None:
        """Go on from what `to_bytes` wrote."""
        import numpy

        with numpy.load(io.BytesIO(content), allow_pickle=False) as file, self.torch.no_grad():
            for i, layer in enumerate(self.layers):
                layer.copy_(self.torch.from_numpy(file[f"weights{i}"]))
                names = [name.removesuffix(str(i)) for name in file.files if name.endswith(str(i)) and not name.startswith("weights")]
                if names:
                    self.optimiser.state[layer] = {name: self.torch.from_numpy(file[f"{name}{i}"]) for name in names}


def split(weights: Any, shape: tuple[int, int, int, int]) -> list[Any]:
    """The matrices and biases that a network's weights are, one after the other."""
    import numpy

    inputs, wide, narrow, policy = shape
    parts, place = [], 0
    for size, width in ((inputs, wide), (wide, narrow), (narrow, policy + 1)):
        parts += [weights[place : place + size * width].reshape(size, width), weights[place + size * width : place + (size + 1) * width]]
        place += (size + 1) * width
    return [part.astype(numpy.float32) for part in parts]
