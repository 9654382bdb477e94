"""Programs in processes of their own, without any of our keys: `isolation` starts them, `isolated` makes them."""
