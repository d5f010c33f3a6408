# The image's own Node is here for npm alone: the one that runs comes with the packages, as everywhere else.
FROM node:24-bookworm-slim

WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY tsconfig.json LICENSE ./
COPY migrations ./migrations
COPY workflows ./workflows
COPY src ./src

# A number, so that Kubernetes can tell that it is not root. The folder is the only one that is written to.
RUN mkdir /data && chown 65532:65532 /data
USER 65532:65532
VOLUME /data

# This user has no entry in the system's list, hence no home; the drawing library looks for one.
ENV HOME=/data HOST=0.0.0.0 PORT=8080 MEDIAGEN_DATA_DIR=/data
EXPOSE 8080

HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["/app/node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

# Not through npm: the signal to stop must reach the program itself.
ENTRYPOINT ["/app/node_modules/.bin/node", "/app/src/main.ts"]
CMD ["serve"]
