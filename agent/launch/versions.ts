import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../replace-file.ts'
import { lookup } from '../../contract/shared/lookup.ts'

/**
 * The versions on this computer. One came with the download and stays; newer ones are fetched into the state folder,
 * which the service may write to.
 */
export interface VersionState {
  /** Null: the one that came with the download. */
  readonly current: string | null
  /** What runs again when `current` does not start. */
  readonly previous: string | null
  /** How often `current` was started without ever having reached the panel; null once it has. */
  readonly tries: number | null
  /** The version that was given up, until the panel knows. */
  readonly refused: string | null
}

const onlyBasis: VersionState = { current: null, previous: null, tries: null, refused: null }
const triesBeforeReturn = 2
const versionText = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/

export const versionFile = (stateDir: string, version: string): string =>
  join(stateDir, 'versoes', version, 'agente.mjs')

/** A damaged file means the version that came with the download, never a computer that does not print. */
export function readVersions(stateDir: string): VersionState {
  try {
    const read = JSON.parse(readFileSync(stateFile(stateDir), 'utf8')) as Record<string, unknown>
    const version = (name: string): string | null => {
      const found = lookup(read, name)
      return typeof found === 'string' && versionText.test(found) ? found : null
    }
    return {
      current: version('current'),
      previous: version('previous'),
      tries: typeof read.tries === 'number' ? read.tries : null,
      refused: version('refused'),
    }
  } catch {
    return onlyBasis
  }
}

export function writeVersions(stateDir: string, state: VersionState): void {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 })
  replaceFile(stateFile(stateDir), JSON.stringify(state))
}

/** The state with which the next start happens: a version that failed its tries is given up first. */
export function forNextStart(state: VersionState): VersionState {
  if (state.tries === null) return state
  if (state.tries >= triesBeforeReturn) return givenUp(state)
  return { ...state, tries: state.tries + 1 }
}

export const givenUp = (state: VersionState): VersionState => ({
  current: state.previous,
  previous: null,
  tries: null,
  refused: state.current,
})

/** It has reached the panel: it stays, beside the one before it. */
export const proven = (state: VersionState): VersionState => ({ ...state, tries: null })

/** The program to start; a version whose file is gone falls back to the one of the download. */
export function programOf(state: VersionState, stateDir: string, basis: string): string {
  const file = state.current === null ? null : versionFile(stateDir, state.current)
  return file && existsSync(file) ? file : basis
}

export function deleteOthers(stateDir: string, state: VersionState): void {
  const dir = join(stateDir, 'versoes')
  if (!existsSync(dir)) return
  for (const name of readdirSync(dir))
    if (name !== state.current && name !== state.previous)
      rmSync(join(dir, name), { recursive: true, force: true })
}

const stateFile = (stateDir: string): string => join(stateDir, 'versao.json')
