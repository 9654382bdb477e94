"""What lies in `deploy/`: the image, the manifests, the units, and the service installed by the same steps."""
