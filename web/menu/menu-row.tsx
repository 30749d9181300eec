import { channelName, everyMarketplace, marketplaceNames } from '../../contract/shared/channels.ts'
import type { MenuItem } from '../../contract/menu/menu.ts'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../browser/clock.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Pill } from '../ui/pill.tsx'
import { money } from '../words/format.ts'
import { resendItem, resumeItem } from './menu-actions.ts'
import { gapsOf, pauseText } from './menu.rules.ts'
import styles from './menu-tab.module.css'

/** One item: photo, prices per channel, availability and actions. */
export function MenuRow({
  store,
  item,
  editRefusal,
  onEdit,
  onPause,
}: {
  readonly store: { readonly id: string; readonly address: { readonly timezone: string } }
  readonly item: MenuItem
  readonly editRefusal: string | null
  readonly onEdit: () => void
  readonly onPause: () => void
}) {
  const now = useNow(30_000)
  const resume = useAction(async (_now: true) => resumeItem(store.id, item))
  const resend = useAction(async (_now: true) => resendItem(store.id, item))
  const refusal = item.channels.find((channel) => channel.refusal !== null)?.refusal
  const pending = item.channels.some((channel) => channel.pending)
  return (
    <li data-paused={item.status === 'UNAVAILABLE'}>
      {item.photoUrl ? (
        <img src={item.photoUrl} alt="" width={72} height={54} loading="lazy" />
      ) : (
        <span className={styles.noPhoto}>
          <Icon name="bag" size={24} />
        </span>
      )}
      <div className={styles.about}>
        <h3>{item.name}</h3>
        {item.description ? <p>{item.description}</p> : null}
        <div className={styles.pills}>
          {gapsOf(item).map((gap) => (
            <Pill key={gap}>{gap}</Pill>
          ))}
          {pending ? <Pill tone="info">Enviando {everyMarketplace('a')}…</Pill> : null}
        </div>
        {item.pause ? (
          <p className={styles.paused}>
            {pauseText(item.pause, now, store.address.timezone)} Por {item.pause.byName}
            {item.pause.reason ? `: ${item.pause.reason}` : ''}.
          </p>
        ) : null}
        {refusal ? (
          <p className={styles.refusal} role="status">
            <Icon name="alert" size={16} /> {refusal.message}
            <Button busy={resend.isBusy(true)} onClick={() => resend.run(true)}>
              Enviar de novo
            </Button>
          </p>
        ) : null}
      </div>
      <Prices item={item} />
      <div className={styles.actions}>
        {item.status === 'UNAVAILABLE' ? (
          <Button
            variant="soft"
            busy={resume.isBusy(true)}
            aria-label={`Retomar ${item.name}`}
            onClick={() => resume.run(true)}
          >
            Retomar
          </Button>
        ) : (
          <Button aria-label={`Pausar ${item.name}`} onClick={onPause}>
            Pausar
          </Button>
        )}
        <Button
          variant="ghost"
          disabledReason={editRefusal}
          aria-label={`Editar ${item.name}`}
          onClick={onEdit}
        >
          Editar
        </Button>
      </div>
    </li>
  )
}

function Prices({ item }: { readonly item: MenuItem }) {
  return (
    <dl className={styles.prices}>
      <div>
        <dt>Próprio</dt>
        <dd>{money(item.priceCents)}</dd>
      </div>
      {item.channels.length === 0 ? (
        <div>
          <dt>{marketplaceNames()}</dt>
          <dd className={styles.absent}>não está lá</dd>
        </div>
      ) : null}
      {item.channels.map((channel) => (
        <div key={channel.merchantId}>
          <dt>{channelName(channel.platform)}</dt>
          <dd>{money(channel.priceCents)}</dd>
        </div>
      ))}
    </dl>
  )
}
