import type { AgentPlatform, AgentRelease } from '../../contract/printing/printing.ts'

export const platformNames: Readonly<Record<AgentPlatform, string>> = {
  'windows-x64': 'Windows',
  'macos-arm64': 'Mac com chip da Apple',
  'macos-x64': 'Mac com processador Intel',
  'linux-x64': 'Linux',
  'linux-arm64': 'Linux em ARM (Raspberry Pi)',
}

/** `https://painel.exemplo.com.br/agente#brasa/7K2M-9QXA`: after `#`, so that no server keeps the code. */
export const pairingLink = (origin: string, code: string): string => `${origin}/agente#${code}`

/**
 * One command that fetches, unpacks and installs. Null: the panel's address or the link has a sign that means
 * something to a shell.
 */
export function installCommand(origin: string, platform: AgentPlatform, link: string): string | null {
  if (!/^[\w:/.#-]+$/.test(`${origin}${link}`)) return null
  const download = `${origin}/api/agent/download/${platform}`
  if (platform !== 'windows-x64')
    return `cd "$(mktemp -d)" && curl -fsSL ${download} | tar -xz && balcao-agente/balcao-agente instalar '${link}'`
  return [
    `$p = "$env:TEMP\\balcao"`,
    // Without it PowerShell draws its progress and takes ten times as long.
    `$ProgressPreference = 'SilentlyContinue'`,
    `iwr ${download} -OutFile "$p.zip"`,
    `Expand-Archive "$p.zip" $p -Force`,
    `& "$p\\balcao-agente\\balcao-agente.cmd" instalar '${link}'`,
  ].join('; ')
}

/** The system of the computer that shows this page, if its agent was packed; otherwise the first that was. */
export function likelyPlatform(userAgent: string, release: AgentRelease): AgentPlatform | null {
  const packed = release.downloads.map((one) => one.platform)
  const likely: AgentPlatform = /Windows/.test(userAgent)
    ? 'windows-x64'
    : /Macintosh|Mac OS/.test(userAgent)
      ? 'macos-arm64'
      : /Linux (aarch64|armv)/.test(userAgent)
        ? 'linux-arm64'
        : /Linux|X11/.test(userAgent) && !/Android/.test(userAgent)
          ? 'linux-x64'
          : 'windows-x64'
  return packed.includes(likely) ? likely : (packed[0] ?? null)
}

/** The code in the page's address; null: opened without one, or cut on its way. */
export function codeInHash(hash: string): string | null {
  try {
    const code = decodeURIComponent(hash.replace(/^#/, ''))
    return /^[a-z0-9-]{1,80}\/[2-9A-Z]{4}-[2-9A-Z]{4}$/i.test(code) ? code : null
  } catch {
    return null
  }
}
