import { expect, test } from 'vitest'
import { pagesWithTheirFiles, type Manifest } from './built-files.ts'

const html =
  '<head><title>Balcão</title><script type="module" src="/first.js"></script>' +
  '<link rel="stylesheet" href="/first.css"></head>'
const page = { file: 'page.js', css: ['page.css'], imports: ['frame'] }
const manifest: Manifest = {
  'index.html': { file: 'first.js', css: ['first.css'] },
  'panel.tsx': { file: 'panel.js', imports: ['libraries'] },
  libraries: { file: 'libraries.js' },
  frame: { file: 'frame.js', css: ['frame.css'] },
  ...Object.fromEntries(
    [
      'identity/sign-in-page.tsx',
      'orders/orders-page.tsx',
      'reports/daily/daily-report-page.tsx',
      'reports/sale/sale-page.tsx',
      'reports/product/product-page.tsx',
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
const built = (given: string) => pagesWithTheirFiles(given, manifest, 'begin()')

test('a page begins its calls, then names the files of its screen and their style sheets', () => {
  expect(built(html).byPath['/reports/daily']).toBe(
    '<head><title>Balcão</title><script>begin()</script>' +
      '<link rel="modulepreload" crossorigin href="/panel.js" /><link rel="modulepreload" crossorigin href="/libraries.js" />' +
      '<link rel="modulepreload" crossorigin href="/page.js" /><link rel="modulepreload" crossorigin href="/frame.js" />' +
      '<script type="module" src="/first.js"></script><link rel="stylesheet" href="/first.css">' +
      '<link rel="stylesheet" crossorigin href="/frame.css" /><link rel="stylesheet" crossorigin href="/page.css" /></head>',
  )
})

test('an address without files of its own names those of every page', () => {
  expect(built(html).any.match(/\w+\.js/g)).toEqual(['panel.js', 'libraries.js', 'first.js'])
})

test('a page that is built otherwise is refused, instead of going out without its script', () => {
  expect(() => built('<head></head>')).toThrow('The page is not as expected')
})
