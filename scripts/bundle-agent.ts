import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Makes `agente.mjs` and its launcher `inicio.mjs`: each is one file that needs nothing but Node. */
export async function bundleAgent(dir: string): Promise<void> {
  await bundle('agent/main.ts', 'agente.mjs', dir)
  await bundle('agent/launch/launcher.ts', 'inicio.mjs', dir)
}

/** What a person runs; it finds Node and the launcher beside it. */
export const startScripts = {
  unix: {
    name: 'balcao-agente',
    text: `#!/bin/sh
# A link in the person's path leads here as well.
dir=$(cd "$(dirname "$(readlink -f "$0" 2>/dev/null || echo "$0")")" && pwd)
exec "$dir/node" "$dir/inicio.mjs" "$@"
`,
  },
  windows: { name: 'balcao-agente.cmd', text: '@echo off\r\n"%~dp0node.exe" "%~dp0inicio.mjs" %*\r\n' },
} as const

async function bundle(entry: string, file: string, dir: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(root, entry),
      outDir: dir,
      emptyOutDir: false,
      target: 'node24',
      minify: true,
      rolldownOptions: { output: { entryFileNames: file, codeSplitting: false } },
    },
  })
}
