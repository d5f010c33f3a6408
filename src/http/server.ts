import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { describeRoutes } from './answer/document.ts'
import { type AdminParts, adminRoutes } from './admin/admin-routes.ts'
import { type ForeseeingParts, foreseeingRoutes } from './api/foreseeing-routes.ts'
import { manyRoutes } from './api/browse/many-routes.ts'
import { type ProvenanceParts, provenanceRoutes } from './api/browse/provenance-routes.ts'
import { type CallerParts, callerRoutes } from './api/caller-routes.ts'
import { deliveryRoutes } from './api/delivery-routes.ts'
import { estimateRoutes } from './api/estimate-routes.ts'
import { type ImageParts, imageRoutes } from './api/image-routes.ts'
import { nativeDocument } from './api/native-document.ts'
import { signedRoutes } from './api/uploads/signed-routes.ts'
import { type UploadParts, uploadRoutes } from './api/uploads/upload-routes.ts'
import { ownProjectRoutes } from './admin/own-project-routes.ts'
import { usageRoutes } from './api/usage-routes.ts'
import { videoRoutes } from './api/video-routes.ts'
import { type WebhookParts, webhookRoutes } from './api/webhook-routes.ts'
import { type Automatic1111Parts, automatic1111Routes } from './automatic1111/automatic1111-routes.ts'
import { type ConsoleParts, consoleRoutes, noConsolePage } from './console/console-routes.ts'
import { type FileParts, fileRoutes } from './files/file-routes.ts'
import { type HealthParts, healthRoutes, type MetricsParts, metricsRoutes } from './health-routes.ts'
import type { McpParts } from './mcp/mcp-handler.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import { openApp } from './open-app.ts'
import type { OpenaiParts } from './openai/accept-generation.ts'
import { openaiRoutes } from './openai/openai-routes.ts'
import type { AppParts } from './server-parts.ts'
import { type SignInParts, signInRoutes } from './sign-in/sign-in-routes.ts'

/** Everything that the routes of the native API need. */
type NativeParts = ImageParts &
  ForeseeingParts &
  WebhookParts &
  ProvenanceParts &
  UploadParts &
  CallerParts &
  AdminParts &
  FileParts &
  HealthParts &
  MetricsParts & { version: string; automatic1111?: { isAlone: boolean } | undefined }

/** Everything that the HTTP side needs. Only the code that builds it receives the whole. */
export type ServerParts = AppParts &
  NativeParts &
  OpenaiParts &
  Automatic1111Parts &
  McpParts &
  ConsoleParts &
  SignInParts

/** The whole HTTP side, not yet listening. Its start fails if a route does not say who may call it. */
export function buildServer(parts: ServerParts): FastifyInstance {
  const app = openApp(parts, noConsolePage(parts))
  addRoutes(app, parts)
  return app
}

function addRoutes(app: FastifyInstance, parts: ServerParts): void {
  app.register(nativeRoutes(parts))
  app.register(openaiRoutes(parts), { prefix: '/v1' })
  if (parts.automatic1111 !== undefined) app.register(automatic1111Routes(parts), { prefix: '/sdapi/v1' })
  app.register(mcpRoutes(parts))
  app.register(consoleRoutes(parts))
  app.register(signInRoutes(parts))
}

/** Everything in the document of the native API. */
function nativeRoutes(parts: NativeParts): FastifyPluginAsync {
  const others = [
    { name: 'OpenAI', url: '/v1/openapi.json' },
    ...(parts.automatic1111 === undefined ? [] : [{ name: 'Automatic1111', url: '/sdapi/v1/openapi.json' }]),
  ]
  return async (app) => {
    describeRoutes(app, nativeDocument(parts.version, others))
    app.register(imageRoutes(parts))
    app.register(videoRoutes(parts))
    app.register(foreseeingRoutes(parts))
    app.register(manyRoutes(parts))
    app.register(usageRoutes(parts))
    app.register(estimateRoutes(parts))
    app.register(callerRoutes(parts))
    app.register(ownProjectRoutes(parts))
    app.register(provenanceRoutes(parts))
    app.register(uploadRoutes(parts))
    app.register(signedRoutes(parts))
    app.register(webhookRoutes(parts))
    app.register(deliveryRoutes(parts))
    app.register(adminRoutes(parts))
    app.register(fileRoutes(parts))
    app.register(healthRoutes(parts))
    app.register(metricsRoutes(parts))
  }
}
