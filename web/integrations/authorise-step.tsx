import { useState, type FormEvent } from 'react'
import { redeemCode, startSetup } from '../../contract/integrations/integrations.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import { ask } from '../api/ask.ts'
import { useNow } from '../browser/clock.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { TextField } from '../ui/text-field.tsx'
import { CancelButton, type SetupProps } from './cancel-button.tsx'
import { isPage } from './channel-words.rules.ts'
import { useStep } from './integrations-data.ts'
import { Row } from '../kit/layout.tsx'
import styles from './integrations-tab.module.css'
import { Refusal } from './refusal.tsx'

/** The code to type at the marketplace, large, and the field for the code that it answers with. */
export function AuthoriseStep(props: SetupProps) {
  const { store, channel, setup } = props
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const now = useNow(1_000)
  const step = useStep()
  const leftMs = setup.expiresAt ? Date.parse(setup.expiresAt) - now.getTime() : 0
  const over = leftMs <= 0
  const here = { storeId: store.id }
  const again = () =>
    step.run('again', () =>
      ask(startSetup, { body: { type: channel.type, way: 'code', version: setup.version } }, here),
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() === '') return
    void step.run('redeem', () =>
      ask(
        redeemCode,
        { body: { type: channel.type, authorizationCode: code.trim(), version: setup.version } },
        here,
      ),
    )
  }
  return (
    <>
      {setup.userCode === null ? (
        <Consent {...props} over={over} />
      ) : (
        <div className={styles.code}>
          <div>
            <p className={styles.quiet}>Digite este código no Portal do Parceiro:</p>
            <p className={`${styles.userCode} ${over ? styles.over : ''}`} data-testid="user-code">
              {setup.userCode}
            </p>
            <p className={styles.left} role="timer" aria-live="off">
              {over ? 'O código venceu.' : `Vale por mais ${minutesAndSeconds(leftMs)}`}
            </p>
            {over ? null : (
              <Row as="p" wrap className={styles.links}>
                {isPage(setup.verificationUrl) ? (
                  <a href={setup.verificationUrl} target="_blank" rel="noreferrer">
                    Abrir o Portal do Parceiro
                  </a>
                ) : null}
                <Button variant="soft" onClick={() => void copy(setup.userCode ?? '')}>
                  Copiar
                </Button>
              </Row>
            )}
          </div>
          {isPage(setup.verificationUrl) && !over ? (
            <div className={styles.qr}>
              <QrCode text={setup.verificationUrl} label="QR Code do Portal do Parceiro, já com o código" />
            </div>
          ) : null}
        </div>
      )}
      {over ? (
        <Row wrap className={styles.actions}>
          <Button variant="primary" busy={step.isBusy('again')} onClick={() => void again()}>
            Pedir outro código
          </Button>
        </Row>
      ) : null}
      {over ? null : (
        <form className={styles.answer} onSubmit={submit} noValidate aria-label="Autorização">
          <TextField
            label={setup.userCode === null ? 'Endereço com o código' : 'Código de autorização'}
            hint={
              setup.userCode === null
                ? 'Copie da barra do navegador a página em que você caiu depois de autorizar.'
                : 'Aparece no portal depois que você autoriza.'
            }
            autoComplete="off"
            autoCapitalize={setup.userCode === null ? 'none' : 'characters'}
            spellCheck={false}
            value={code}
            error={missing ? 'Cole o que apareceu depois de autorizar.' : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" variant="primary" busy={step.isBusy('redeem')}>
            Continuar
          </Button>
        </form>
      )}
      <Refusal text={step.refusal} />
      <Row wrap className={styles.actions}>
        <CancelButton {...props} />
      </Row>
    </>
  )
}

/** Where the owner signs in: there is no code to type. */
function Consent({ channel, setup, over }: SetupProps & { readonly over: boolean }) {
  return (
    <>
      <p className={styles.quiet}>
        {over
          ? 'O pedido de autorização venceu.'
          : `Entre com a conta da loja ${withChannel('em', channel.type)} e autorize o Balcão. Depois volte aqui.`}
      </p>
      {isPage(setup.verificationUrl) && !over ? (
        <Row as="p" wrap className={styles.links}>
          <a href={setup.verificationUrl} target="_blank" rel="noreferrer">
            Entrar e autorizar
          </a>
        </Row>
      ) : null}
    </>
  )
}

function minutesAndSeconds(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const copy = (text: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => notify('O código está copiado.'),
    () => notify('O navegador não deixou copiar. Selecione o código.', 'bad'),
  )
