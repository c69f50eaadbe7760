# The service with its portal. compose.yaml runs it with PostgreSQL; docs/install.md explains both.
FROM node:24-bookworm-slim AS build
WORKDIR /opt/voice-phi-proxy
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY tsconfig.base.json ./
COPY build/own-system.js build/
COPY server server
COPY renderer renderer
COPY configs configs
COPY models models
RUN npm run build
# The image has a Node of its own.
RUN rm -rf node_modules/node-linux-*

FROM node:24-bookworm-slim
WORKDIR /opt/voice-phi-proxy
COPY --from=build /opt/voice-phi-proxy ./
RUN ln -s /opt/voice-phi-proxy/server/svc.js /usr/local/bin/svc \
  && install -d -o node -g node -m 700 /var/lib/voice-phi-proxy
ENV SVC_HOST=0.0.0.0 SVC_DATA_DIR=/var/lib/voice-phi-proxy
VOLUME /var/lib/voice-phi-proxy
EXPOSE 8787
USER node
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:8787/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The flags of `npm run serve`; npm itself would keep the secrets of its environment.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "--v8-pool-size=1", "server/svc.js", "serve"]
