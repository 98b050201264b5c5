"""Networks: softmax, hardmax and ReLU networks."""
