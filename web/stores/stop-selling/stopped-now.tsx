import type { StoreChannels } from '../../../contract/stores/channels.ts'
import { endBreak, type ScheduledBreak } from '../../../contract/stores/hours.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { useAction } from '../../api/use-action.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Channel } from '../../marks/channel.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { Pill } from '../../ui/pill.tsx'
import { placesOf } from '../channels/channels.rules.ts'
import { refreshSelling } from '../channels/mend.ts'
import { countdown, momentText } from '../hours/breaks.rules.ts'
import styles from './stop-selling.module.css'
import { isStoppedBy, stopTruth } from './stop-selling.rules.ts'

/** What is left of each stop, what each channel says of it, and the way back. */
export function StoppedNow({
  store,
  channels,
  running,
  now,
  onMore,
  onClose,
}: {
  readonly store: Store
  readonly channels: StoreChannels
  readonly running: readonly ScheduledBreak[]
  readonly now: Date
  /** To stop what still sells. */
  readonly onMore: () => void
  readonly onClose: () => void
}) {
  const { timezone } = store.address
  const selling = channels.channels.filter(({ wanted }) => wanted)
  const back = useAction(async (one: ScheduledBreak) => {
    try {
      await ask(endBreak, { params: { id: one.id } }, { storeId: store.id })
      notify(`${store.name} volta a vender.`)
    } finally {
      await refreshSelling()
    }
    if (running.length === 1) onClose()
  })
  return (
    <Dialog title={`${store.name} parou de vender`} onClose={onClose}>
      {running.map((one) => (
        <section key={one.id} className={styles.stopped} aria-label={one.name ?? 'Em pausa'}>
          <p className={styles.back}>
            <b aria-hidden="true">{one.end ? countdown(Date.parse(one.end) - now.getTime()) : '∞'}</b>
            <span>
              {one.end ? `Volta sozinha ${momentText(one.end, now, timezone)}.` : 'Até alguém voltar.'}
              <Muted as="small" block size={3}>
                {one.name ? `Motivo: ${one.name}.` : ''} {one.setBy ? `Por ${one.setBy}.` : ''}
              </Muted>
            </span>
          </p>
          <ul>
            {channels.channels
              .filter((channel) => isStoppedBy(one, channel))
              .filter(({ causes }) => causes.every(({ code }) => code !== 'disconnected'))
              .map((channel) => {
                const { tone, words } = stopTruth(channel, one, timezone)
                return (
                  <Row
                    as="li"
                    key={channel.platform}
                    gap={12}
                    wrap
                    justify="between"
                    className={styles.truth}
                  >
                    <b>
                      <Channel platform={channel.platform} />
                    </b>
                    <Pill tone={tone}>{words}</Pill>
                  </Row>
                )
              })}
          </ul>
          <Button variant="primary" busy={back.isBusy(one)} data-first onClick={() => back.run(one)}>
            Voltar a vender
          </Button>
        </section>
      ))}
      <Muted size={3}>Os outros canais e as pausas por vir estão em Horários.</Muted>
      <DialogFoot>
        {selling.length > 0 ? (
          <Button onClick={onMore}>Parar também {placesOf(selling.map(({ platform }) => platform))}</Button>
        ) : null}
        <Button variant="ghost" onClick={onClose}>
          Fechar
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
