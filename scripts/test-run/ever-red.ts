/** Test files that were red once for no change in the code. A soak runs them more often, also after they were mended. */
export const everRed: readonly string[] = [
  'e2e/board-layouts.e2e.ts',
  'e2e/identity.e2e.ts',
  'e2e/keyboard.e2e.ts',
  'e2e/menu-editor.e2e.ts',
  'e2e/menu.e2e.ts',
  'e2e/offline.e2e.ts',
  'e2e/orders.e2e.ts',
  'e2e/product-customer-reports.e2e.ts',
  'scripts/start.db.test.ts',
  'server/app.db.test.ts',
  'server/http/limits/call-limits.db.test.ts',
  'server/live/live.db.test.ts',
  'server/reports/sale/sale-report.db.test.ts',
  'server/whatsapp/conversation/conversation.db.test.ts',
]
