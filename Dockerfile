# Compiles and packs. Nothing of this stage stays but the packed service and the list of packages that belong to it.
FROM node:26-bookworm-slim AS build
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

# Installs it, and starts it once: what Node compiles then, every start of the image finds done. The user is the one
# that the image runs as, because Node keeps such results apart by user.
FROM node:26-bookworm-slim AS install
WORKDIR /app
COPY --from=build /build/.pack/install ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm mediagen-*.tgz \
  && mkdir node_modules/mediagen/.cache \
  && chown 65532:65532 node_modules/mediagen/.cache
USER 65532:65532
ENV HOME=/tmp HOST=127.0.0.1 PORT=8080 MEDIAGEN_DATA_DIR=/tmp/first-start MEDIAGEN_DRAIN_SECONDS=0
RUN node node_modules/mediagen/dist/main.js serve & \
  until node -e "fetch('http://127.0.0.1:8080/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"; do kill -0 $! && sleep 0.2 || exit 1; done \
  && kill $! && wait $! \
  && chmod -R a+rX node_modules/mediagen/.cache

FROM node:26-bookworm-slim
# All of it belongs to root: the service can change nothing of itself.
COPY --from=install /app /app

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
