import { globSync } from 'node:fs'
import { importersOf } from './importers.ts'
import { root } from './steps.ts'

/** Floors that each screen uses: the files that go through most of them. */
const everywhere = ['panel', 'orders', 'reports', 'settings', 'menu', 'keyboard']
const marketplaces = [
  'integrations',
  'consent',
  'open-delivery',
  'store-channels',
  'courier-on-demand',
  'carried-order',
  'shop-picking',
  'channel-cards',
  'menu',
  'order-work',
  'one-thumb',
]

/**
 * Which browser tests (`e2e/<name>.e2e.ts`) a change in a folder calls for: a room of `web`, `server` or `contract`, or a
 * wing. `npm test -- --changed` reads it.
 */
export const browserFilesOf: Readonly<Record<string, readonly string[]>> = {
  accountant: ['accountant'],
  ads: ['reports', 'report-frame'],
  audit: ['audit'],
  children: ['menu', 'menu-import', 'reports'],
  delivery: ['delivery', 'menu-editor'],
  alerts: ['shift-alerts'],
  bulk: ['group-acts', 'group-menu', 'store-hours'],
  groups: [
    'groups',
    'group-acts',
    'group-menu',
    'group-team',
    'group-map',
    'group-attention',
    'group-pages',
    'sentence',
    'wall/group-wall',
  ],
  home: ['home', 'reviews', 'one-thumb', 'order-work', 'order-money'],
  identity: ['identity', 'people', 'support', 'panel', 'demo', 'settings'],
  integrations: marketplaces,
  menu: [
    'menu',
    'menu-editor',
    'menu-options',
    'menu-import',
    'menu-publishing',
    'menu-of-all-stores',
    'truth',
    'unmapped-items',
  ],
  modules: ['first-steps'],
  notifications: ['push', 'settings'],
  orders: [
    'orders',
    'new-order',
    'order-work',
    'order-money',
    'courier-on-demand',
    'carried-order',
    'shop-picking',
    'board-layouts',
    'board-widths',
    'board-steps',
    'one-thumb',
    'offline',
    'history',
    'home',
    'keyboard',
    'order-items',
    'wall/wall-bump',
    'wall/wall-day',
    'wall/wall-screen',
    'wall/wall-words',
    'truth',
    'panel',
  ],
  presence: ['presence', 'integrations', 'orders'],
  printing: ['printing', 'browser-printing', 'first-steps'],
  'failed-work': ['board-layouts', 'printing'],
  referral: ['people', 'settings'],
  reports: [
    'reports',
    'report-frame',
    'report-mails',
    'product-customer-reports',
    'quality-billing',
    'sentence',
    'history',
    'panel',
  ],
  reviews: ['reviews', 'quality-billing'],
  privacy: ['product-customer-reports', 'settings'],
  fiscal: ['product-customer-reports', 'settings', 'accountant'],
  settings: ['settings', 'settings-search', 'audit', 'first-steps', 'keyboard'],
  stores: ['store-hours', 'store-channels', 'settings', 'sentence', 'truth', 'first-steps'],
  terms: ['settings', 'identity'],
  tutorials: ['pictures', 'settings'],
  onboarding: ['first-steps', 'home'],
  whatsapp: ['whatsapp'],

  api: everywhere,
  browser: [...everywhere, 'offline', 'push'],
  calls: everywhere,
  charts: ['reports', 'quality-billing'],
  days: ['sentence', 'reports', 'store-hours'],
  db: everywhere,
  errors: everywhere,
  forms: [...everywhere, 'identity', 'people', 'printing'],
  files: ['reports', 'quality-billing', 'product-customer-reports', 'history'],
  http: [...everywhere, 'identity'],
  kit: everywhere,
  live: ['panel', 'orders', 'board-layouts', 'one-thumb', 'offline'],
  mail: ['identity', 'people', 'report-mails'],
  marketplaces,
  marks: ['menu', 'groups', 'settings', 'orders'],
  outbox: ['orders', ...marketplaces],
  'safe-fetch': ['menu-import', 'push'],
  public: ['offline', 'push', 'panel'],
  screens: everywhere,
  shared: everywhere,
  shell: [...everywhere, 'one-thumb', 'offline'],
  table: ['reports', 'history', 'menu-of-all-stores'],
  // Only tests use these.
  testing: [],
  ui: everywhere,
  words: everywhere,
  worker: ['orders', ...marketplaces],

  agent: ['printing'],
  demo: ['demo', 'orders', 'reports'],
  simulator: [...marketplaces, 'whatsapp'],
}

/** The browser tests that these changed files call for, as paths. */
export function browserFilesFor(changed: readonly string[]): readonly string[] {
  const files = changed.filter((file) => !/\.test\.tsx?$|\/testing\/|\.md$/.test(file))
  const named = files.flatMap((file) => rowOf(file).map((name) => `e2e/${name}.e2e.ts`))
  const helpers = globSync('e2e/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] })
  const using = importersOf(files, helpers).filter((file) => /^e2e\/[^/]+\.e2e\.ts$/.test(file))
  return [...new Set([...named, ...using])].toSorted()
}

function rowOf(file: string): readonly string[] {
  const [wing = '', room = ''] = file.split('/')
  if (['agent', 'demo', 'simulator'].includes(wing)) return browserFilesOf[wing] ?? []
  const whole =
    /^(web|server|contract)\/[^/]+$|^(vite(st)?\.config\.ts|package-lock\.json|scripts\/build\.ts|e2e\/seeded-data\.ts)$/
  if (whole.test(file)) return everywhere
  return ['web', 'server', 'contract'].includes(wing) ? (browserFilesOf[room] ?? everywhere) : []
}
