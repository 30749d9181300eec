import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { appPair } from '../../../contract/shared/app-pair.ts'
import type { Env } from '../../env.ts'

/** Written by scripts/build.ts: the page, by path where it preloads the files of its screen. */
export interface Pages {
  readonly any: string
  readonly byPath: Readonly<Record<string, string>>
}

export const readPages = async (webDir: string): Promise<Pages> =>
  JSON.parse(await readFile(join(webDir, '.vite/pages.json'), 'utf8')) as Pages

export const inlineScriptsOf = ({ any: page }: Pages): string[] =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text)

type PairOfEnvironment = Pick<Env, 'APP_ID' | 'APP_TOKEN'>

/** The pages say the pair of the environment, where it is not the built one. */
export function withAppPair(
  { any, byPath }: Pages,
  { APP_ID: id, APP_TOKEN: token }: PairOfEnvironment,
): Pages {
  if (id === appPair.id && token === appPair.token) return { any, byPath }
  const withPair = (page: string): string => page.replace('<html', () => `<html data-app="${id} ${token}"`)
  return {
    any: withPair(any),
    byPath: Object.fromEntries(Object.entries(byPath).map(([path, page]) => [path, withPair(page)])),
  }
}

/** The same for the service worker, whose code holds the built pair. */
export const workerWithAppPair = (
  worker: string,
  { APP_ID: id, APP_TOKEN: token }: PairOfEnvironment,
): string =>
  worker.replace(`'${appPair.id}'`, () => `'${id}'`).replace(`'${appPair.token}'`, () => `'${token}'`)
