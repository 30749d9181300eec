import { everyPlace, findBrowser, installedPlaces, packagedOnly, type Browser } from '../find-browser.ts'
import { clusterObstacle } from '../find-cluster.ts'
import { enginePackages, findEngines } from '../find-engines.ts'
import { findPostgres } from '../find-postgres.ts'
import { flag, valueOf } from './options.ts'
import type { Step } from './steps.ts'

/** What a step needs of the machine, as environment variables; null when it is missing, which `say` told. */
export async function environmentOf(
  { project }: Step,
  say: (line: string) => void,
): Promise<Record<string, string> | null> {
  if (project === 'browser') return await browserEnvironment(say)
  if (project === 'engines') return enginesEnvironment(say)
  if (project === 'cluster') return { BALCAO_CLUSTER_SKIPS: clusterObstacle() ?? '' }
  const postgresVersion = valueOf('postgres')
  return project === 'database' && postgresVersion ? postgresEnvironment(postgresVersion, say) : {}
}

function postgresEnvironment(version: string, say: (line: string) => void): Record<string, string> | null {
  const folder = findPostgres(version)
  if (folder) return { BALCAO_TEST_POSTGRES: folder }
  say(`Install Debian's postgresql-${version} first: it is not in /usr/lib/postgresql.`)
  return null
}

function enginesEnvironment(say: (line: string) => void): Record<string, string> | null {
  const found = findEngines()
  if (!found)
    say(`Faltam Firefox ou WebKit para este teste. No Debian: apt-get install ${enginePackages.join(' ')}`)
  return found
}

const showsNotifications = 'mostra notificações'

async function browserEnvironment(say: (line: string) => void): Promise<Record<string, string> | null> {
  const packaged = flag('packaged-browser')
  const { browser, tried } = await findBrowser(packaged ? packagedOnly : everyPlace)
  if (!browser) {
    say(
      [
        'Nenhum Chromium abriu, e os testes de navegador precisam de um. Foi tentado:',
        ...tried.map((line) => `  ${line}`),
        'Instale o Chromium, ou diga onde ele está: CHROMIUM_PATH=/caminho/do/chromium npm test',
      ].join('\n'),
    )
    return null
  }
  const notifying = packaged ? null : await notifyingBrowser(browser)
  say(`Chromium ${browser.from}: ${browser.path}`)
  if (notifying) say(`Para as notificações, Chromium ${notifying.from}: ${notifying.path}`)
  else say(`Nenhum ${showsNotifications}: os testes que precisam disso são pulados.`)
  return {
    BALCAO_CHROMIUM: browser.path,
    EVERY_LOOK: flag('every-look') ? '1' : '',
    BALCAO_CHROMIUM_ARGS: browser.args.join(' '),
    BALCAO_CHROMIUM_LIBRARIES: browser.libraries ?? '',
    BALCAO_NOTIFYING_CHROMIUM: notifying?.path ?? '',
    BALCAO_CHROMIUM_SKIPS: notifying ? '' : `nenhum Chromium daqui ${showsNotifications}`,
  }
}

/** A headless shell shows none; a whole Chromium beside it does. */
async function notifyingBrowser(browser: Browser): Promise<Browser | null> {
  return browser.notifies ? browser : (await findBrowser(installedPlaces, { mustNotify: true })).browser
}
