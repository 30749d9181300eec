import { alertTitles } from '../../contract/alerts/alert-words.ts'
import type { Alert, AlertRule, AlertsOfStore } from '../../contract/alerts/alerts.ts'
import { localClock, plural } from '../words/format.ts'

export interface OpenAlert {
  readonly storeId: string
  readonly timezone: string
  readonly alert: Alert
  readonly rule: AlertRule
}

/** What lasts first, then what waits for its verdict; the newest first. */
export const openAlerts = (stores: readonly AlertsOfStore[]): readonly OpenAlert[] =>
  stores
    .flatMap(({ storeId, timezone, open, rules }) =>
      open.flatMap((alert) => {
        const rule = rules.find(({ kind }) => kind === alert.kind)
        return rule ? [{ storeId, timezone, alert, rule }] : []
      }),
    )
    .toSorted(
      (a, b) =>
        Number(a.alert.endedAt !== null) - Number(b.alert.endedAt !== null) ||
        Date.parse(b.alert.to) - Date.parse(a.alert.to),
    )

export interface SilentRule {
  readonly storeId: string
  readonly timezone: string
  readonly rule: AlertRule
}

/** Kinds that notify nobody now: silenced, or snoozed by a person. */
export const silentRules = (stores: readonly AlertsOfStore[]): readonly SilentRule[] =>
  stores.flatMap(({ storeId, timezone, rules }) =>
    rules
      .filter(({ muted, snoozedUntil }) => muted || snoozedUntil)
      .map((rule) => ({ storeId, timezone, rule })),
  )

/** `Os alertas acertaram 41 de 52 nos últimos 60 dias.`; empty: none is judged yet. */
export function worthText(stores: readonly AlertsOfStore[]): string {
  const rules = stores.flatMap((store) => store.rules)
  const judged = rules.reduce((sum, rule) => sum + rule.judged, 0)
  const right = rules.reduce((sum, rule) => sum + rule.right, 0)
  return judged === 0 ? '' : `Os alertas acertaram ${right} de ${judged} nos últimos 60 dias.`
}

/** `Menos pedidos que o normal: silenciado, acertou 3 dos últimos 10. Continua conferindo e volta quando acertar.` */
export function silentText({ rule, timezone }: SilentRule): string {
  const name = alertTitles[rule.kind]
  if (rule.muted)
    return `${name}: silenciado, acertou ${rule.muted.right} dos últimos ${rule.muted.of}. Continua conferindo e volta a avisar quando acertar.`
  return `${name}: adiado até ${localClock(rule.snoozedUntil ?? '', timezone)}.`
}

/** Beside an open alert. */
export function stateText({ alert, timezone }: OpenAlert): string {
  if (alert.endedAt) return `acabou às ${localClock(alert.endedAt, timezone)}`
  return alert.told ? 'agora' : 'agora, sem aviso'
}

const minSamples = 5

/** Stores that are not compared yet, by name. */
export function tooNewText(stores: readonly AlertsOfStore[], nameOf: (storeId: string) => string): string {
  const young = stores.filter(({ samples }) => samples < minSamples)
  if (young.length === 0) return ''
  const names = new Intl.ListFormat('pt-BR').format(young.map(({ storeId }) => nameOf(storeId)))
  const has = young.length === 1 ? 'tem' : 'têm'
  return `${names} ainda não ${has} ${plural(minSamples, 'dia igual', 'dias iguais')} a este para comparar.`
}
