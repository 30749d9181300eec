import { useId, useState } from 'react'
import {
  mayBeSilent,
  noticeEvents,
  noticeTerms,
  type NoticeChannel,
  type NoticeEvent,
} from '../../contract/notifications/choices.ts'
import { hasRoleSomewhere, useSignedIn } from '../identity/session.ts'
import { Row as Line } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { Button } from '../ui/button.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { Icon } from '../ui/icon.tsx'
import { notify } from '../ui/notices.tsx'
import { toggled, useNoticePhone, type NoticeChange } from './choices-data.ts'
import styles from './notice-situations.module.css'
import { channelWords, eventWords, waysText } from './notice-words.ts'
import { TurnOnDialog, WhyNoWhatsapp } from './whatsapp-part.tsx'
import { unavailable } from './whatsapp-words.rules.ts'

/** What a person is notified of: a line for each situation says by which ways; one at a time is open to be changed. */
export function NoticeSituations({
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
  const [open, setOpen] = useState<NoticeEvent | null>(null)
  const [asked, setAsked] = useState<NoticeChange | null>(null)
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
    <div className={styles.situations}>
      {[true, false].map((critical) => (
        <section key={String(critical)}>
          <h3>
            {critical ? 'Param a venda' : 'Também úteis'}
            <small>
              {critical
                ? 'avisam também nas horas de silêncio; cada um precisa de um aviso além do WhatsApp'
                : 'nas horas de silêncio esperam, e chegam num resumo'}
            </small>
          </h3>
          <ul>
            {mine
              .filter((event) => noticeTerms[event].critical === critical)
              .map((event) => (
                <Situation
                  key={event}
                  event={event}
                  chosen={shown.choices[event]}
                  open={open === event}
                  off={canWhatsapp ? null : { channel: 'whatsapp', whyId }}
                  onOpen={() => setOpen(open === event ? null : event)}
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

const usesWhatsapp = ({ choices }: NoticeChange): boolean =>
  noticeEvents.some((event) => choices[event].includes('whatsapp'))

interface SituationProps {
  readonly event: NoticeEvent
  readonly chosen: readonly NoticeChannel[]
  readonly open: boolean
  /** A channel that cannot be turned on, and the sentence that says why. */
  readonly off: { readonly channel: NoticeChannel; readonly whyId: string } | null
  readonly onOpen: () => void
  readonly onToggle: (event: NoticeEvent, channel: NoticeChannel) => void
}

function Situation({ event, chosen, open, off, onOpen, onToggle }: SituationProps) {
  const { name, hint } = eventWords[event]
  const { critical, role, offered } = noticeTerms[event]
  const onlyInPanel = critical && !chosen.some((channel) => channel !== 'screen' && channel !== 'sound')
  return (
    <li className={styles.situation} data-open={open || undefined}>
      <Line gap={12} justify="between">
        <div className={styles.event}>
          <b>{name}</b>
          <Muted size={3}>
            {role === 'basic' ? '' : 'Para gerentes e donos. '}
            {hint}
          </Muted>
          <p>{waysText(chosen)}</p>
          {onlyInPanel ? <p className={styles.warning}>Só avisa com o painel aberto.</p> : null}
        </div>
        <Button variant="ghost" aria-expanded={open} onClick={onOpen}>
          {open ? 'Pronto' : chosen.length === 0 ? 'Ligar' : 'Mudar'}
          <Hidden> {name}</Hidden>
        </Button>
      </Line>
      {open ? (
        <fieldset className={styles.ways}>
          <legend>
            <Hidden>{name}</Hidden>
          </legend>
          {offered.map((channel) => (
            <label key={channel} data-off={off?.channel === channel || undefined}>
              <input
                type="checkbox"
                checked={chosen.includes(channel)}
                disabled={off?.channel === channel}
                aria-describedby={off?.channel === channel ? off.whyId : undefined}
                onChange={() => onToggle(event, channel)}
              />
              <Icon name={channelWords[channel].icon} size={18} />
              <span>
                {channelWords[channel].name}
                <Muted as="small" block size={3}>
                  {channelWords[channel].where}
                </Muted>
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
    </li>
  )
}
