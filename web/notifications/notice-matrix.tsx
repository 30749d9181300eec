import {
  noticeChannels,
  noticeEvents,
  noticeTerms,
  type NoticeChannel,
  type NoticeEvent,
} from '../../contract/notifications/choices.ts'
import { hasRoleSomewhere, useSignedIn } from '../identity/session.ts'
import { Icon } from '../ui/icon.tsx'
import { notify } from '../ui/notices.tsx'
import { toggled, type NoticeChange } from './choices-data.ts'
import styles from './notice-matrix.module.css'
import { channelWords, eventWords } from './notice-words.ts'

/** What a person is notified of, and by which way: a row for each event, a column for each channel. */
export function NoticeMatrix({
  shown,
  onChange,
}: {
  readonly shown: NoticeChange
  readonly onChange: (change: NoticeChange) => void
}) {
  const session = useSignedIn()
  const mine = noticeEvents.filter((event) => hasRoleSomewhere(session, noticeTerms[event].role))
  const toggle = (event: NoticeEvent, channel: NoticeChannel) => {
    const next = toggled(shown, event, channel)
    if (noticeTerms[event].critical && next.choices[event].length === 0) {
      notify(`“${eventWords[event].name}” é crítico: deixe ao menos um canal ligado.`, 'bad')
      return
    }
    onChange(next)
  }
  return (
    <div className={styles.matrix}>
      <div className={styles.head} aria-hidden="true">
        <i />
        {noticeChannels.map((channel) => (
          <span key={channel}>
            <Icon name={channelWords[channel].icon} size={18} />
            {channelWords[channel].name}
          </span>
        ))}
      </div>
      {[true, false].map((critical) => (
        <section key={String(critical)}>
          <h3>
            {critical ? 'Críticos' : 'Também úteis'}
            <small>
              {critical
                ? 'ao menos um canal fica ligado; passam nas horas de silêncio'
                : 'calam nas horas de silêncio'}
            </small>
          </h3>
          <ul>
            {mine
              .filter((event) => noticeTerms[event].critical === critical)
              .map((event) => (
                <Row key={event} event={event} chosen={shown.choices[event]} onToggle={toggle} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Row({
  event,
  chosen,
  onToggle,
}: {
  readonly event: NoticeEvent
  readonly chosen: readonly NoticeChannel[]
  readonly onToggle: (event: NoticeEvent, channel: NoticeChannel) => void
}) {
  const { name, hint } = eventWords[event]
  const onlyInPanel = noticeTerms[event].critical && !chosen.includes('push') && !chosen.includes('mail')
  return (
    <li className={styles.row}>
      <div className={styles.event}>
        <b>{name}</b>
        <small>{hint}</small>
        {onlyInPanel ? <small className={styles.warning}>Só avisa com o painel aberto.</small> : null}
      </div>
      {noticeChannels.map((channel) =>
        noticeTerms[event].offered.includes(channel) ? (
          <label key={channel} className={styles.cell}>
            <input
              type="checkbox"
              aria-label={`${name}: ${channelWords[channel].name}`}
              checked={chosen.includes(channel)}
              onChange={() => onToggle(event, channel)}
            />
            <span aria-hidden="true">{channelWords[channel].name}</span>
          </label>
        ) : (
          <span key={channel} className={styles.none} aria-hidden="true">
            –
          </span>
        ),
      )}
    </li>
  )
}
