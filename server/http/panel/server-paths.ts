/** First parts of addresses below which the server answers itself; every other one is a page of the panel. */
export const serverPaths = [
  'agent',
  'api',
  'assets',
  'docs',
  'feeds',
  'health',
  'metrics',
  'open-delivery',
  'webhooks',
  'sw',
]

export const isServerPath = (path: string): boolean => serverPaths.includes(path.split(/[/.]/)[1] ?? '')
