const serverRooms =
  'identity|alerts|bulk|groups|stores|home|delivery|orders|reports|menu|presence|printing|notifications|failed-work|reviews|modules|onboarding|integrations|whatsapp|referral|ads|privacy|fiscal|tutorials'
const webRooms =
  'identity|alerts|bulk|groups|stores|home|delivery|orders|reports|menu|presence|printing|notifications|settings|mail|terms|onboarding|integrations|whatsapp|referral|ads|privacy|fiscal|tutorials'

/** Who may import whom (ARCHITECTURE.md). `npm test` fails when fewer modules were read than the tree has. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.test\\.tsx?$',
          '\\.e2e\\.ts$',
          '\\.cjs$',
          '^web/public/',
          '^(vite|vitest)\\.config\\.ts$',
          '^(server|scripts)/testing/',
        ],
      },
      to: {},
    },
    {
      name: 'contract-is-a-leaf',
      severity: 'error',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/', 'node_modules/zod/'] },
    },
    {
      name: 'server-rooms-by-their-door',
      severity: 'error',
      from: { path: `^server/(${serverRooms})/`, pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: {
        path: `^server/(${serverRooms})/`,
        pathNot: [
          '^server/$1/',
          '^server/([^/]+)/\\1\\.ts$',
          '^server/identity/access/(authenticate|authorise|agent-of-request)\\.ts$',
        ],
      },
    },
    {
      name: 'figures-by-their-door',
      severity: 'error',
      // The functions that read figures, what a report settles before it, the plans of days, and the jobs that write the figures.
      from: {
        path: '^server/reports/',
        pathNot: ['^server/reports/figures/', '\\.test\\.ts$', '/testing/'],
      },
      to: {
        path: '^server/reports/figures/',
        pathNot: [
          '/figures/(figures|figure-rows|period-source|selected-stores|selection-sql|close-parts|close-sales)\\.ts$',
          '/figures/(store-clock|plan-day|plan-period|closings)\\.rules\\.ts$',
        ],
      },
    },
    {
      name: 'web-rooms-by-their-door',
      severity: 'error',
      from: { path: `^web/(${webRooms})/`, pathNot: '\\.test\\.tsx?$' },
      to: {
        path: `^web/(${webRooms})/`,
        pathNot: [
          '^web/$1/',
          '^web/([^/]+)/\\1\\.tsx?$',
          '^web/identity/(session\\.ts|no-access/[^/]+\\.tsx)$',
          '^web/delivery/quote/quote-words\\.ts$',
          '^web/stores/(choice(\\.rules)?|selection(-picker)?|store-(facts|words)|zip-code|further/use-stores|(stores-)?street(\\.rules)?)\\.tsx?$',
        ],
      },
    },
    {
      name: 'web-never-sees-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|simulator|scripts|bench|demo|agent)/' },
    },
    {
      name: 'server-never-sees-web',
      severity: 'error',
      // Tests and their pieces may play the partner.
      from: { path: '^server/', pathNot: '\\.test\\.ts$|^server/testing/' },
      to: { path: '^(web|simulator|scripts|bench|demo|agent)/' },
    },
    {
      name: 'server-has-no-react',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: 'node_modules/(react|@tanstack|@base-ui)' },
    },
    {
      name: 'web-has-no-server-packages',
      severity: 'error',
      // The simulated page of the hook tests borrows undici's event stream.
      from: { path: '^web/', pathNot: '^web/testing/' },
      to: { path: 'node_modules/(fastify|pg|kysely|pino|undici|jose)/' },
    },
    {
      name: 'agent-speaks-the-contract-only',
      severity: 'error',
      // It runs in stores: its own files, the contract, zod. Its tests play printers.
      from: { path: '^agent/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '.',
        pathNot: ['^agent/', '^contract/', 'node_modules/zod/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'simulator-is-a-foreign-company',
      severity: 'error',
      // Of the contract it has only the rules that the company itself publishes.
      from: { path: '^simulator/' },
      to: {
        path: '^(server|contract|web|scripts|bench|demo|agent)/',
        pathNot: '^contract/shared/channel-table\\.ts$',
      },
    },
    {
      name: 'kit-knows-nothing',
      severity: 'error',
      from: { path: '^web/kit/' },
      to: { path: '^(contract|web/(?!kit/))' },
    },
    {
      name: 'ui-knows-the-kit',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^(contract|web/(?!(ui|kit)/))', pathNot: '\\.css$' },
    },
    {
      name: 'only-rooms-touch-sql',
      severity: 'error',
      from: {
        path: '^server/(http|live|errors|marketplaces/(?!inbox/)[^/]+)/',
        pathNot: ['\\.test\\.ts$'],
      },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'], pathNot: [] },
    },
    {
      name: 'a-marketplace-is-behind-the-registry',
      severity: 'error',
      from: {
        path: '^(server|bench|scripts|demo)/',
        pathNot: [
          '\\.test\\.ts$',
          '^server/marketplaces/((?!(?:inbox|sanitise)/)[^/]+/|registry\\.ts$)',
          '^server/testing/marketplaces/',
        ],
      },
      to: { path: '^server/marketplaces/(?!(?:inbox|sanitise)/)[^/]+/' },
    },
    {
      name: 'marketplaces-know-no-room',
      severity: 'error',
      // The rooms give their functions in (server/marketplaces/inbox/order-inbox.ts).
      from: { path: '^server/marketplaces/', pathNot: '\\.test\\.ts$' },
      to: { path: `^server/(${serverRooms})/` },
    },
    {
      name: 'orders-know-no-listener',
      severity: 'error',
      // They listen to its moves (server/worker/order-listeners.ts), and some import it.
      from: { path: '^server/orders/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/(printing|whatsapp|ads|referral)/' },
    },
    {
      name: 'http-knows-identity-only',
      severity: 'error',
      from: { path: '^server/http/' },
      to: {
        path: `^server/(${serverRooms})/`,
        pathNot: ['^server/identity/(identity|access/(authenticate|authorise|agent-of-request))\\.ts$'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css'] },
  },
}
