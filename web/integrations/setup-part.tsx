import { enableIntegration, finishSetup } from '../../contract/integrations/integrations.ts'
import { channelName, withChannel } from '../../contract/shared/channels.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../api/ask.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { notify } from '../ui/notices.tsx'
import { Paper } from '../ui/paper.tsx'
import { codeName } from '../stores/store-facts.ts'
import { clockTime } from '../words/format.ts'
import { AuthoriseStep } from './authorise-step.tsx'
import { CancelButton, type SetupProps } from './cancel-button.tsx'
import { isPage, stepsOf } from './channel-words.rules.ts'
import { CheckList } from './check-list.tsx'
import { CredentialsStep } from './credentials-step.tsx'
import { useStep } from './integrations-data.ts'
import { Row } from '../kit/layout.tsx'
import styles from './integrations-tab.module.css'
import { Mark } from './mark.tsx'
import { MerchantsStep } from './merchants-step.tsx'
import { Refusal } from './refusal.tsx'

/** A connection in progress, on one piece of paper; the server keeps its step, so it goes on after a reload. */
export function SetupPart(props: SetupProps) {
  const { channel, setup } = props
  const [choosesAgain, setChoosesAgain] = useState(false)
  const step = choosesAgain && setup.step === 'check' ? 'merchants' : setup.step
  const titleId = `conectar-${channel.type}`
  return (
    <Paper torn="top" className={styles.sheet ?? ''}>
      <section aria-labelledby={titleId}>
        <Row gap={14} className={styles.head}>
          <Mark type={channel.type} />
          <h2 id={titleId}>Conectar {withChannel('o', channel.type)}</h2>
        </Row>
        <Row as="ol" align="stretch" wrap className={styles.steps} aria-label="Passos">
          {stepsOf(setup.way).map((one, index) => (
            <li key={one.step} aria-current={one.step === step ? 'step' : undefined}>
              <span aria-hidden="true">{index + 1}</span> {one.name}
            </li>
          ))}
        </Row>
        {step === 'authorise' ? <AuthorisedBy {...props} /> : null}
        {step === 'merchants' ? <MerchantsStep {...props} onDone={() => setChoosesAgain(false)} /> : null}
        {step === 'check' ? <CheckStep {...props} onChange={() => setChoosesAgain(true)} /> : null}
        {step === 'test' ? <TestStep {...props} /> : null}
      </section>
    </Paper>
  )
}

/** By the credentials of an application, or by a code of the marketplace. */
const AuthorisedBy = (props: SetupProps) =>
  props.setup.way === 'credentials' ? <CredentialsStep {...props} /> : <AuthoriseStep {...props} />

function CheckStep({ onChange, ...props }: SetupProps & { readonly onChange: () => void }) {
  const { store, channel, setup } = props
  const step = useStep()
  const failed = setup.checks.some(({ results }) =>
    results.some(({ what, state }) => what === 'details' && state === 'failed'),
  )
  const connect = () =>
    step.run('connect', () =>
      ask(
        enableIntegration,
        {
          body: {
            type: channel.type,
            merchantId: setup.merchantId ?? '',
            merchantSecondaryIds: setup.merchantSecondaryIds,
            version: setup.version,
          },
        },
        { storeId: store.id },
      ),
    )
  return (
    <>
      <CheckList checks={setup.checks} />
      <Refusal text={step.refusal} />
      <Row wrap className={styles.actions}>
        <Button
          variant="primary"
          busy={step.isBusy('connect')}
          disabledReason={
            failed ? 'Um cadastro não respondeu. Escolha de novo ou tente daqui a pouco.' : null
          }
          onClick={() => void connect()}
        >
          Conectar
        </Button>
        <Button variant="soft" onClick={onChange}>
          Trocar cadastros
        </Button>
        <CancelButton {...props} />
      </Row>
    </>
  )
}

function TestStep(props: SetupProps) {
  const { store, channel, setup } = props
  const step = useStep()
  const { testOrder } = setup
  const finish = () =>
    step.run('finish', async () => {
      await ask(finishSetup, { body: { type: channel.type, version: setup.version } }, { storeId: store.id })
      notify(`${channelName(channel.type)} conectado. Os pedidos chegam na tela de pedidos.`)
    })
  return (
    <>
      <div role="status">
        {testOrder ? (
          <p className={styles.result}>
            <Icon name="check" />
            <span>
              <b>
                {testOrder.isTest === false ? 'O pedido' : 'O pedido de teste'}{' '}
                {codeName({ displayId: testOrder.displayId, storeId: store.id })} chegou às{' '}
                {clockTime(testOrder.at, store.address.timezone)}.
              </b>{' '}
              {testOrder.isTest === false
                ? 'Ele conta como venda. Se era só um teste, cancele depois de imprimir.'
                : 'Ele não conta como venda. Aceite e imprima como um pedido de verdade.'}
            </span>
          </p>
        ) : (
          <p className={styles.result}>
            <span className={styles.waiting} aria-hidden="true" />
            <span>
              <b>Conectado. Falta ver um pedido chegar.</b> Faça um pedido de teste{' '}
              {isPage(channel.portalUrl) ? (
                <a href={channel.portalUrl} target="_blank" rel="noreferrer">
                  no Portal do Parceiro
                </a>
              ) : (
                'no aplicativo'
              )}
              ; ele aparece aqui em até um minuto.
            </span>
          </p>
        )}
      </div>
      <Refusal text={step.refusal} />
      <Row wrap className={styles.actions}>
        <Button
          // Another button, so that its colour does not fade from the one before.
          key={testOrder ? 'done' : 'skip'}
          variant={testOrder ? 'primary' : 'soft'}
          busy={step.isBusy('finish')}
          onClick={() => void finish()}
        >
          {testOrder ? 'Concluir' : 'Concluir sem teste'}
        </Button>
        {testOrder ? (
          <Link to="/menu/orders" className={styles.go}>
            Ver nos pedidos
          </Link>
        ) : null}
        <CancelButton {...props} label="Desfazer a conexão" />
      </Row>
    </>
  )
}
