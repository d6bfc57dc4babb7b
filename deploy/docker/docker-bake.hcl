# The images of a release, for both kinds of processor, each with its provenance and a list of all that is in it:
#   REGISTRY=ghcr.io/yours/ VERSION=1.2.3 REVISION=$(git rev-parse HEAD) NODE_IMAGE=node:24-bookworm-slim@sha256:… \
#     docker buildx bake --file deploy/docker/docker-bake.hcl --push
# README.md beside this says where the digest comes from, and which builder can do it.
variable "REGISTRY" { default = "" }
variable "VERSION" { default = "0.1.0" }
variable "REVISION" { default = "unknown" }
variable "NODE_IMAGE" { default = "node:24-bookworm-slim" }
variable "BUILD_IMAGE" { default = NODE_IMAGE }
variable "REGISTRY_CA" { default = "" }
variable "NPM_REGISTRY" { default = "" }
variable "PLATFORMS" { default = "linux/amd64,linux/arm64" }

group "default" { targets = ["image"] }

target "image" {
  name = image.name
  matrix = {
    image = [
      { name = "identity", workspace = "services/identity" },
      { name = "registration", workspace = "services/registration" },
      { name = "storage-hashing", workspace = "services/storage-hashing" },
      { name = "payment-credit", workspace = "services/payment-credit" },
      { name = "certificate", workspace = "services/certificate" },
      { name = "gateway", workspace = "gateway" },
      { name = "tools", workspace = "deploy/ops" },
      { name = "stripe-simulator", workspace = "deploy/stripe-simulator" },
      { name = "test-authority", workspace = "deploy/test-authority" },
    ]
  }
  context    = "."
  dockerfile = "deploy/docker/Dockerfile"
  platforms  = split(",", PLATFORMS)
  tags       = ["${REGISTRY}g2/${image.name}:${VERSION}"]
  attest     = ["type=sbom", "type=provenance,mode=max"]
  args = {
    WORKSPACE    = image.workspace
    NODE_IMAGE   = NODE_IMAGE
    BUILD_IMAGE  = BUILD_IMAGE
    REGISTRY_CA  = REGISTRY_CA
    NPM_REGISTRY = NPM_REGISTRY
    VERSION      = VERSION
    REVISION     = REVISION
  }
}
