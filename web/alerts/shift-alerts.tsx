import { alertSentence, alertTitles } from '../../contract/alerts/alert-words.ts'
import { snoozeMinutes } from '../../contract/alerts/alerts.ts'
import { useAction } from '../api/use-action.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { Awning } from '../marks/awning.tsx'
import type { StoreMark } from '../marks/store-marks.rules.ts'
import { Button } from '../ui/button.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { notify } from '../ui/notices.tsx'
import { Popover } from '../ui/popover.tsx'
import {
  openAlerts,
  silentRules,
  silentText,
  stateText,
  tooNewText,
  worthText,
  type OpenAlert,
  type SilentRule,
} from './alert-lines.rules.ts'
import { judge, snooze, trust, useAlerts } from './alerts-data.ts'
import styles from './shift-alerts.module.css'

type Known = ReadonlyMap<string, { readonly name: string; readonly mark: StoreMark | undefined }>

/**
 * "Fora do normal": what is unlike the stores' own weekday and hour. `quiet`: nothing while nothing is open. Stores that the reader
 * does not manage are left out before.
 */
export function ShiftAlerts({ stores, quiet = false }: { readonly stores: Known; readonly quiet?: boolean }) {
  const { data } = useAlerts([...stores.keys()].join(','))
  if (!data) return null
  const open = openAlerts(data.stores)
  const silent = silentRules(data.stores)
  if (quiet && open.length === 0) return null
  const nameOf = (storeId: string) => stores.get(storeId)?.name ?? ''
  const notes = [worthText(data.stores), quiet ? '' : tooNewText(data.stores, nameOf)].filter(Boolean)
  return (
    <section aria-labelledby="unusual" className={styles.alerts}>
      <h2 id="unusual">Fora do normal</h2>
      {open.length === 0 ? (
        <Muted>Nenhuma loja longe do que costuma ter neste dia e hora.</Muted>
      ) : (
        <ul>
          {open.map((one) => (
            <OpenLine key={one.alert.id} one={one} store={stores.get(one.storeId)} />
          ))}
        </ul>
      )}
      {silent.map((one) => (
        <SilentLine key={`${one.storeId} ${one.rule.kind}`} one={one} store={nameOf(one.storeId)} />
      ))}
      {notes.length > 0 ? <Muted size={2}>{notes.join(' ')}</Muted> : null}
    </section>
  )
}

function OpenLine({
  one,
  store,
}: {
  readonly one: OpenAlert
  readonly store: { readonly name: string; readonly mark: StoreMark | undefined } | undefined
}) {
  const { storeId, timezone, alert } = one
  const verdict = useAction(async (right: boolean) => {
    await judge(storeId, alert, right)
    notify(right ? 'Anotado: o alerta acertou.' : 'Anotado: o alerta errou.')
  })
  return (
    <li>
      <Stack gap={2}>
        <Row as="span" gap={8} wrap>
          {store?.mark ? <Awning mark={store.mark} size={22} /> : null}
          <b>{store?.name}</b>
          <Muted as="small" size={2}>
            {alertTitles[alert.kind]}, {stateText(one)}
          </Muted>
        </Row>
        <p>{alertSentence(alert, timezone)}.</p>
      </Stack>
      <Row gap={6} wrap className={styles.acts}>
        {alert.judgedByName === null ? (
          <>
            <Button
              variant="soft"
              busy={verdict.isBusy(true)}
              disabledReason={verdict.besides(true)}
              onClick={() => verdict.run(true)}
            >
              Acertou<Hidden> em {store?.name}</Hidden>
            </Button>
            <Button
              variant="soft"
              busy={verdict.isBusy(false)}
              disabledReason={verdict.besides(false)}
              onClick={() => verdict.run(false)}
            >
              Errou<Hidden> em {store?.name}</Hidden>
            </Button>
          </>
        ) : (
          <Muted as="span" size={2}>
            {alert.verdict === 'right' ? 'Acertou' : 'Errou'}, disse {alert.judgedByName}
          </Muted>
        )}
        {one.rule.snoozedUntil || alert.endedAt ? null : <Snooze one={one} store={store?.name ?? ''} />}
      </Row>
    </li>
  )
}

function Snooze({ one, store }: { readonly one: OpenAlert; readonly store: string }) {
  const action = useAction(async (minutes: (typeof snoozeMinutes)[number]) => {
    await snooze(one.storeId, one.rule, minutes)
    notify(`Sem avisos deste tipo em ${store} por ${minutesText(minutes)}.`)
  })
  return (
    <Popover
      label={`Adiar em ${store}`}
      text="Adiar"
      className={styles.snooze ?? ''}
      busy={action.busyWith !== null}
    >
      {(close) => (
        <Stack gap={4}>
          {snoozeMinutes.map((minutes) => (
            <Button
              key={minutes}
              variant="ghost"
              onClick={() => {
                close()
                action.run(minutes)
              }}
            >
              Por {minutesText(minutes)}
            </Button>
          ))}
        </Stack>
      )}
    </Popover>
  )
}

const minutesText = (minutes: number): string =>
  minutes < 60 ? `${minutes} minutos` : minutes === 60 ? '1 hora' : `${minutes / 60} horas`

function SilentLine({ one, store }: { readonly one: SilentRule; readonly store: string }) {
  const speak = useAction(async (_now: true) => {
    await (one.rule.muted ? trust(one.storeId, one.rule) : snooze(one.storeId, one.rule, null))
    notify(`Os alertas deste tipo voltam a avisar em ${store}.`)
  })
  return (
    <Row gap={12} wrap justify="between" className={styles.silent}>
      <Muted size={2}>
        <b>{store}.</b> {silentText(one)}
      </Muted>
      <Button variant="ghost" busy={speak.busyWith !== null} onClick={() => speak.run(true)}>
        Voltar a avisar<Hidden> em {store}</Hidden>
      </Button>
    </Row>
  )
}
