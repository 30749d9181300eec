import { useState } from 'react'
import {
  noticeChannels,
  testNoticeMail,
  type NoticeChannel,
  type NoticePhone,
} from '../../contract/notifications/choices.ts'
import { testPushDevice } from '../../contract/notifications/push.ts'
import { ask } from '../api/ask.ts'
import { useAction } from '../api/use-action.ts'
import { soundOn, useSoundState } from '../browser/sounds.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { notify } from '../ui/notices.tsx'
import { phoneText } from '../words/format.ts'
import { useNoticePhone } from './choices-data.ts'
import { Stack } from '../kit/layout.tsx'
import styles from './notifications-tab.module.css'
import { channelWords } from './notice-words.ts'
import { PushButton } from './push-button.tsx'
import { Lines, TestDialog, WayToMend } from './whatsapp-part.tsx'
import { priceWords, unavailable } from './whatsapp-words.rules.ts'
import { pushLabels, refreshPushState, usePushHere } from './push-here.ts'

/** The channels with what each does on this device, and a test of each. */
export function ChannelTests({ email }: { readonly email: string }) {
  return (
    <Stack as="section" gap={12} className={styles.part}>
      <h2 id="testar">Por onde você é avisado</h2>
      <ul className={styles.channels}>
        {noticeChannels.map((channel) => {
          const Line = lines[channel]
          return (
            <li key={channel}>
              <Icon name={channelWords[channel].icon} />
              <Line email={email} />
            </li>
          )
        })}
      </ul>
    </Stack>
  )
}

interface LineProps {
  readonly email: string
}

const lines: Readonly<Record<NoticeChannel, (props: LineProps) => React.ReactNode>> = {
  screen: ScreenLine,
  sound: SoundLine,
  push: PushLine,
  mail: MailLine,
  whatsapp: WhatsappLine,
}

function ScreenLine() {
  return (
    <>
      <Words channel="screen" text="Uma faixa ao pé de qualquer tela do painel." />
      <Button
        variant="soft"
        aria-label="Testar a tela"
        onClick={() => notify('Aviso de teste: é assim que a tela avisa.')}
      >
        Testar
      </Button>
    </>
  )
}

function SoundLine() {
  const off = useSoundState() === 'off'
  return (
    <>
      <Words
        channel="sound"
        text={off ? 'Desligado neste aparelho.' : 'Na tela de pedidos. Cada pedido novo toca até ser aceito.'}
      />
      <Button variant="soft" aria-label={off ? 'Ligar e testar o som' : 'Testar o som'} onClick={soundOn}>
        {off ? 'Ligar e testar' : 'Testar'}
      </Button>
    </>
  )
}

function PushLine() {
  const { data: here } = usePushHere()
  const test = useAction(async (deviceId: string) => {
    await ask(testPushDevice, { params: { deviceId } }).finally(() => void refreshPushState())
    notify('Aviso de teste enviado para este aparelho. Ele aparece em segundos.')
  })
  const label = here ? pushLabels[here.state] : null
  return (
    <>
      <Words channel="push" state={label?.short} text={label?.repair ?? 'Um momento…'} />
      {here?.device ? (
        <Button
          variant="soft"
          aria-label="Testar este aparelho"
          busy={test.busyWith !== null}
          onClick={() => test.run(here.device.id)}
        >
          Testar
        </Button>
      ) : here?.state === 'off' ? (
        <PushButton variant="primary" />
      ) : null}
    </>
  )
}

function MailLine({ email }: LineProps) {
  const test = useAction(async (_now: true) => {
    const { sentTo } = await ask(testNoticeMail, {})
    notify(`E-mail de teste enviado para ${sentTo}.`)
  })
  return (
    <>
      <Words channel="mail" text={email || 'A sua conta não tem e-mail.'} />
      {email ? (
        <Button
          variant="soft"
          aria-label="Testar o e-mail"
          busy={test.busyWith !== null}
          onClick={() => test.run(true)}
        >
          Testar
        </Button>
      ) : null}
    </>
  )
}

/** A test costs the store money: it is sent from a dialog that says how much. */
function WhatsappLine() {
  const { data: phone } = useNoticePhone()
  const [asked, setAsked] = useState(false)
  const why = phone && unavailable(phone)
  return (
    <>
      <Words
        channel="whatsapp"
        text={
          !phone ? 'Um momento…' : (why?.words ?? `${phoneText(phone.number ?? '')}. ${priceWords(phone)}`)
        }
      />
      {phone && !why ? (
        <>
          <Button variant="soft" aria-label="Testar o WhatsApp" onClick={() => setAsked(true)}>
            Testar
          </Button>
          <WhatsappLines phone={phone} />
          {asked ? <TestDialog phone={phone} onClose={() => setAsked(false)} /> : null}
        </>
      ) : null}
      {why ? <WayToMend mend={why.mend} /> : null}
    </>
  )
}

function WhatsappLines({ phone }: { readonly phone: NoticePhone }) {
  return (
    <details className={styles.details}>
      <summary>Linhas das lojas</summary>
      <Lines phone={phone} />
    </details>
  )
}

function Words({
  channel,
  state,
  text,
}: {
  readonly channel: NoticeChannel
  readonly state?: string | undefined
  readonly text: string
}) {
  return (
    <p>
      <b>{state ?? channelWords[channel].name}</b>
      <small>{text}</small>
    </p>
  )
}
