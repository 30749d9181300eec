// After an `npm install`: adds the builds for other platforms that the registry in use does not hold.
// npm leaves them out of the lock, and `npm ci` then refuses the lock as out of step. The entries say
// for which platform they are, so that others skip them; without a registry's copy they carry no hash.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64']
const libraries = { gnu: 'glibc', musl: 'musl' }
let added = 0

for (const [path, owner] of Object.entries(lock.packages)) {
  if (path === '') continue
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const at = `node_modules/${name}`
    if (lock.packages[at] || lock.packages[`${path}/${at}`]) continue
    lock.packages[at] = { version, ...platformOf(name), ...(owner.dev ? { dev: true } : {}), optional: true }
    added++
  }
}

lock.packages = Object.fromEntries(
  Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')),
)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} entries added`)

function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.some((word) => word === processor))
  if (!os || !cpu) throw new Error(`${name}: its platform is not in its name; add it to the lock by hand`)
  const library = os === 'linux' ? Object.keys(libraries).find((word) => words.includes(word)) : undefined
  return { os: [os], cpu: [cpu], ...(library ? { libc: [libraries[library]] } : {}) }
}
