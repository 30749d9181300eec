import { useId, useState } from 'react'
import {
  mayBeSilent,
  noticeChannels,
  noticeEvents,
  noticeTerms,
  type NoticeChannel,
  type NoticeEvent,
} from '../../contract/notifications/choices.ts'
import { hasRoleSomewhere, useSignedIn } from '../identity/session.ts'
import { Icon } from '../ui/icon.tsx'
import { notify } from '../ui/notices.tsx'
import { toggled, useNoticePhone, type NoticeChange } from './choices-data.ts'
import { Muted } from '../kit/text.tsx'
import styles from './notice-matrix.module.css'
import { channelWords, eventWords } from './notice-words.ts'
import { TurnOnDialog, WhyNoWhatsapp } from './whatsapp-part.tsx'
import { unavailable } from './whatsapp-words.rules.ts'

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
  const whyId = useId()
  const { data: phone } = useNoticePhone()
  const [asked, setAsked] = useState<NoticeChange | null>(null)
  const usesWhatsapp = (change: NoticeChange) =>
    noticeEvents.some((event) => change.choices[event].includes('whatsapp'))
  const isOn = usesWhatsapp(shown)
  const canWhatsapp = isOn || (phone !== undefined && unavailable(phone) === null)
  const toggle = (event: NoticeEvent, channel: NoticeChannel) => {
    const next = toggled(shown, event, channel)
    if (noticeTerms[event].critical && mayBeSilent(next.choices[event])) {
      const least =
        next.choices[event].length === 0 ? 'ao menos um canal ligado' : 'um canal além do WhatsApp'
      notify(`“${eventWords[event].name}” é crítico: deixe ${least}.`, 'bad')
      return
    }
    if (!isOn && usesWhatsapp(next)) setAsked(next)
    else onChange(next)
  }
  return (
    <div className={styles.matrix}>
      <div className={styles.head} aria-hidden="true">
        <i />
        {noticeChannels.map((channel) => (
          <Muted as="span" size={2} key={channel}>
            <Icon name={channelWords[channel].icon} size={18} />
            {channelWords[channel].name}
          </Muted>
        ))}
      </div>
      {[true, false].map((critical) => (
        <section key={String(critical)}>
          <h3>
            {critical ? 'Críticos' : 'Também úteis'}
            <small>
              {critical
                ? 'ao menos um canal além do WhatsApp fica ligado; passam nas horas de silêncio'
                : 'esperam o fim das horas de silêncio e chegam num resumo'}
            </small>
          </h3>
          <ul>
            {mine
              .filter((event) => noticeTerms[event].critical === critical)
              .map((event) => (
                <Row
                  key={event}
                  event={event}
                  chosen={shown.choices[event]}
                  off={canWhatsapp ? null : { channel: 'whatsapp', whyId }}
                  onToggle={toggle}
                />
              ))}
          </ul>
        </section>
      ))}
      {phone && !canWhatsapp ? <WhyNoWhatsapp id={whyId} phone={phone} /> : null}
      {phone && asked ? (
        <TurnOnDialog
          phone={phone}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            onChange(asked)
          }}
        />
      ) : null}
    </div>
  )
}

function Row({
  event,
  chosen,
  off,
  onToggle,
}: {
  readonly event: NoticeEvent
  readonly chosen: readonly NoticeChannel[]
  /** A channel that cannot be turned on, and the sentence that says why. */
  readonly off: { readonly channel: NoticeChannel; readonly whyId: string } | null
  readonly onToggle: (event: NoticeEvent, channel: NoticeChannel) => void
}) {
  const { name, hint } = eventWords[event]
  const onlyInPanel =
    noticeTerms[event].critical && !chosen.some((channel) => channel !== 'screen' && channel !== 'sound')
  return (
    <li className={styles.row}>
      <div className={styles.event}>
        <b>{name}</b>
        <small>{hint}</small>
        {onlyInPanel ? <small className={styles.warning}>Só avisa com o painel aberto.</small> : null}
      </div>
      {noticeChannels.map((channel) =>
        noticeTerms[event].offered.includes(channel) ? (
          <label key={channel} className={styles.cell} data-off={off?.channel === channel || undefined}>
            <input
              type="checkbox"
              aria-label={`${name}: ${channelWords[channel].name}`}
              checked={chosen.includes(channel)}
              disabled={off?.channel === channel}
              aria-describedby={off?.channel === channel ? off.whyId : undefined}
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
