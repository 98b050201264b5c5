"""Makes `semantics` importable by the tests of this folder, wherever the folder stands."""
