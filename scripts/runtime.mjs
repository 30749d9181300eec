// Finds Node 24: the current process or the one pinned in package.json. Plain JavaScript, because it
// also runs on Node 20.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export function node24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const pinned = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', program)
  if (existsSync(pinned)) return pinned
  console.error(
    'O Balcão roda em Node 24 e não há um pronto para este sistema no npm. Instale o Node 24 e tente de novo.',
  )
  process.exit(1)
}

/** Runs a TypeScript file with Node 24, forwarding signals and the exit code. */
export function runScript(file, args) {
  const child = spawn(node24(), ['--disable-warning=ExperimentalWarning', join(root, file), ...args], {
    // The script uses the IPC channel to notice that this process was killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    cwd: root,
  })
  // The terminal sends Ctrl-C to the child as well; ignoring it here lets the child finish first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm sends SIGTERM to a shell that does not forward it, so losing the parent process means to stop.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    // Only once: the server treats a second signal as "exit immediately".
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500).unref()
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
