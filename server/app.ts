import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { speakPortuguese } from '../contract/shared/validation-messages.ts'
import { accountantRoutes } from './accountant/accountant.routes.ts'
import { adsRoutes } from './ads/ads.routes.ts'
import { followAd } from './ads/follow-ad.ts'
import { serveFeeds } from './ads/serve-feeds.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import type { ServedRoute } from './calls/call.ts'
import type { Deps } from './deps.ts'
import { deliveryRoutes } from './delivery/delivery.routes.ts'
import { homeRoutes } from './home/home.routes.ts'
import { limitBodies } from './http/bodies/body-budget.ts'
import { callLimits, type CallLimits } from './http/limits/call-limits.ts'
import { Gate } from './http/doors/gate.ts'
import { serve } from './http/serve.ts'
import { SharedAnswers } from './http/replies/shared-answers.ts'
import { serveMerchant } from './menu/open-delivery/serve-merchant.ts'
import { readPhoto } from './menu/reads/read-photo.ts'
import { alertsRoutes } from './alerts/alerts.routes.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { groupsRoutes } from './groups/groups.routes.ts'
import { AppError } from './errors/app-error.ts'
import { countRefusedRoles } from './http/limits/count-refused-roles.ts'
import { sendError } from './http/replies/error-reply.ts'
import {
  arrivalLimits,
  limitConnections,
  malformedRequests,
  type ArrivalLimits,
} from './http/framework-errors.ts'
import { parseJsonBodies } from './http/bodies/json-bodies.ts'
import { healthRoutes } from './http/watching/health.ts'
import { logRequests } from './http/watching/request-log.ts'
import { openApiRoutes } from './http/openapi.ts'
import { securityHeaders } from './http/security-headers.ts'
import { inlineScriptsOf, readPages, withAppPair } from './http/panel/built-panel.ts'
import { webFiles } from './http/panel/web-files.ts'
import { identityRoutes } from './identity/identity.routes.ts'
import { integrationsRoutes } from './integrations/integrations.routes.ts'
import { liveRoutes } from './live/live.routes.ts'
import { menuRoutes } from './menu/menu.routes.ts'
import { tutorialsRoutes } from './tutorials/tutorials.routes.ts'
import { notificationsRoutes } from './notifications/notifications.routes.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { marketplaceWebhooks } from './marketplaces/webhooks.ts'
import { presenceRoutes } from './presence/presence.routes.ts'
import { printingRoutes } from './printing/printing.routes.ts'
import { fiscalRoutes } from './fiscal/fiscal.routes.ts'
import { failedWorkRoutes } from './failed-work/failed-work.routes.ts'
import { referralRoutes } from './referral/referral.routes.ts'
import { reportsRoutes } from './reports/reports.routes.ts'
import { reviewsRoutes } from './reviews/reviews.routes.ts'
import { followCommits } from './worker/follow-commits.ts'
import { wantingStores } from './stores/stores.ts'
import { readLogo } from './stores/profile/read-logo.ts'
import { modulesRoutes } from './modules/modules.routes.ts'
import { onboardingRoutes } from './onboarding/onboarding.routes.ts'
import { privacyRoutes } from './privacy/privacy.routes.ts'
import { storesRoutes } from './stores/stores.routes.ts'
import { limitWrongSenders } from './http/limits/webhook-limits.ts'
import { whatsappWebhooks } from './whatsapp/incoming/webhooks.ts'
import { whatsappRoutes } from './whatsapp/whatsapp.routes.ts'

const servedRoutes: readonly ServedRoute[] = [
  ...identityRoutes,
  ...storesRoutes,
  ...modulesRoutes,
  ...onboardingRoutes,
  ...deliveryRoutes,
  ...homeRoutes,
  ...groupsRoutes,
  ...alertsRoutes,
  ...accountantRoutes,
  ...bulkRoutes,
  ...auditRoutes,
  ...ordersRoutes,
  ...integrationsRoutes,
  ...whatsappRoutes,
  ...menuRoutes,
  ...notificationsRoutes,
  ...tutorialsRoutes,
  ...presenceRoutes,
  ...printingRoutes,
  ...failedWorkRoutes,
  ...referralRoutes,
  ...adsRoutes,
  ...reportsRoutes,
  ...reviewsRoutes,
  ...privacyRoutes,
  ...fiscalRoutes,
]

/** Reports in progress of one process: more only lengthen each other and everything beside them. */
const reportGate = { inside: 12, waiting: 200, waitMs: 2_000 }

/** Menus that are read for strangers at once: they share the connections of orders. */
const doorGate = { inside: 2, waiting: 200, waitMs: 2_000 }

/** Every room's calls on one Fastify, not listening yet. `webDir`: the built panel, when served from here. */
export async function buildApp(
  deps: Deps,
  webDir: string | null = null,
  arrival: ArrivalLimits = arrivalLimits,
): Promise<FastifyInstance> {
  speakPortuguese()
  followCommits(deps)
  const app: FastifyInstance = fastify({
    // Fastify's own logger type is narrower than pino's; it is pino all the same.
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // X-Forwarded-For counts from the nearest TRUST_PROXY hops only: throttling goes by address.
    trustProxy: (_address: string, hop: number) => hop < deps.env.TRUST_PROXY,
    genReqId: () => randomUUID(),
    bodyLimit: 64 * 1024,
    requestTimeout: arrival.requestMs,
    http: { headersTimeout: arrival.headersMs, connectionsCheckingInterval: arrival.checkMs },
    ...malformedRequests,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // Schemas are the contract's and run in serve.ts; Fastify's own validator is not used.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  })
  app.setErrorHandler((error, request, reply) => {
    sendError(error, request, reply)
  })
  logRequests(app)
  countRefusedRoles(app, deps)
  await app.register(cookie)
  const pages = webDir === null ? null : withAppPair(await readPages(webDir), deps.env)
  await securityHeaders(app, deps, pages ? inlineScriptsOf(pages) : [])
  limitConnections(app)
  limitBodies(app, deps.env)
  parseJsonBodies(app)
  healthRoutes(app, deps)
  const serving = {
    limits: await callLimits(app, deps.env),
    shared: new SharedAnswers(),
    reports: new Gate(reportGate),
  }
  for (const served of servedRoutes) serve(app, deps, served, serving)
  liveRoutes(app, deps)
  await publicDoors(app, deps, serving.limits)
  await app.register(async (webhooks) => {
    limitWrongSenders(webhooks, deps.env)
    await webhooks.register((own) => marketplaceWebhooks(own, deps, (ids) => wantingStores(deps, ids)))
    await webhooks.register((own) => {
      whatsappWebhooks(own, deps)
    })
  })
  await openApiRoutes(app, deps)
  if (webDir && pages) await webFiles(app, webDir, pages, deps.env)
  else {
    app.setNotFoundHandler((request, reply) => {
      sendError(new AppError('route/not-found'), request, reply)
    })
  }
  return app
}

/** Files that anybody may read, outside serve.ts because they are no JSON of the contract. */
async function publicDoors(app: FastifyInstance, deps: Deps, limits: CallLimits): Promise<void> {
  await app.register((doors, _options, done) => {
    doors.addHook('onRequest', (request) => limits.door(request))
    const readers = new Gate(doorGate)
    readPhoto(doors, deps)
    serveMerchant(doors, deps, readers)
    serveFeeds(doors, deps, readers)
    followAd(doors, deps)
    readLogo(doors, deps)
    done()
  })
}
