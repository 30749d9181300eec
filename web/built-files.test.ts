import { expect, test } from 'vitest'
import { pagesWithTheirFiles, type Manifest } from './built-files.ts'

const html =
  '<head><title>Balcão</title><script type="module" src="/first.js"></script>' +
  '<link rel="stylesheet" href="/first.css"></head>'
const page = { file: 'page.js', css: ['page.css'], imports: ['frame'] }
const manifest: Manifest = {
  'index.html': { file: 'first.js', css: ['first.css'] },
  'panel.tsx': { file: 'panel.js', imports: ['libraries'], dynamicImports: ['draw'] },
  libraries: { file: 'libraries.js' },
  draw: { file: 'draw.js' },
  frame: { file: 'frame.js', css: ['frame.css'] },
  ...Object.fromEntries(
    [
      'identity/sign-in-page.tsx',
      'home/home-page.tsx',
      'menu/menu-page.tsx',
      'orders/orders-page.tsx',
      'reports/daily/daily-report-page.tsx',
      'reports/sale/sale-page.tsx',
      'reports/product/product-page.tsx',
      'reports/ads/ads-report-page.tsx',
      'reports/menu/menu-report-page.tsx',
      'reports/customer/customer-page.tsx',
      'orders/history/history-page.tsx',
      'reports/order-billing/order-billing-page.tsx',
      'reports/quality/quality-page.tsx',
      'reports/stores/stores-page.tsx',
      'settings/settings-page.tsx',
    ].map((name) => [name, page]),
  ),
}
const sizes: Readonly<Record<string, number>> = {
  'draw.js': 180,
  'libraries.js': 90,
  'panel.js': 14,
  'frame.js': 16,
  'page.js': 2,
}
const built = (given: string) => pagesWithTheirFiles(given, manifest, 'begin()', (file) => sizes[file] ?? 0)

test('a page requests its two largest files at once, the others by its script, those of its screen last, and its style sheets after the script', () => {
  expect(built(html).byPath['/reports/daily']).toBe(
    '<head><link rel="modulepreload" crossorigin href="/draw.js" /><link rel="modulepreload" crossorigin href="/libraries.js" />' +
      '<title>Balcão</title><meta name="balcao-files" content="panel.js|frame.js page.js" /><script>begin()</script>' +
      '<script type="module" src="/first.js"></script><link rel="stylesheet" href="/first.css">' +
      '<link rel="stylesheet" crossorigin href="/frame.css" /><link rel="stylesheet" crossorigin href="/page.css" /></head>',
  )
})

test('an address without files of its own uses the files of every page', () => {
  expect(built(html).any).toContain('content="panel.js|"')
})

test('a page with an unexpected build is rejected instead of published without its script', () => {
  expect(() => built('<head></head>')).toThrow('The page is not as expected')
})
