"""The checker as a service for programs: tools with typed outcomes, and the ways to call them."""
