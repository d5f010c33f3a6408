# Any image with Node 26 and npm will do.
ARG BASE=node:26-bookworm-slim

# Compiles, packs and installs what was packed. Only the installed service goes on to the image.
FROM ${BASE} AS build
WORKDIR /build
COPY package.json package-lock.json tsconfig.json LICENSE README.md CHANGELOG.md ./
COPY migrations ./migrations
COPY workflows ./workflows
COPY docs ./docs
COPY deploy ./deploy
COPY scripts ./scripts
COPY packages ./packages
COPY src ./src
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run pack
# Its own Node is for the checkout alone, and so are its tools: what is installed here has neither.
WORKDIR /build/.pack/install
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm mediagen-*.tgz

FROM ${BASE}
# All of it belongs to root: the service can change nothing of itself.
COPY --from=build /build/.pack/install /app

# Here the service looks for mediagen.config.ts and for a folder named workflows; mount either, or both.
WORKDIR /app

# A number, so that Kubernetes can tell that it is not root. The folder is the only one that is written to.
RUN mkdir /data && chown 65532:65532 /data
USER 65532:65532
VOLUME /data

# This user has no entry in the system's list, hence no home; the drawing library looks for one.
ENV HOME=/data HOST=0.0.0.0 PORT=8080 MEDIAGEN_DATA_DIR=/data
EXPOSE 8080

HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

# Not through npm: the signal to stop must reach the program itself.
ENTRYPOINT ["node", "/app/node_modules/mediagen/dist/main.js"]
CMD ["serve"]
