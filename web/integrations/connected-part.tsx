import { useState, type ReactNode } from 'react'
import type { MerchantHealth } from '../../contract/integrations/health.ts'
import {
  checkIntegration,
  type ChannelView,
  type IntegrationView,
  type MerchantCheck,
} from '../../contract/integrations/integrations.ts'
import { channelName, withChannel } from '../../contract/shared/channels.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { UnmappedLink } from '../menu/menu.ts'
import { ChannelProof, ChannelVerdict, ChannelWhy } from '../stores/stores.ts'
import { useNow } from '../browser/clock.ts'
import { Button } from '../ui/button.tsx'
import { Paper } from '../ui/paper.tsx'
import { ago, plural } from '../words/format.ts'
import { answersText, merchantsText, operationNames, troubleOf } from './channel-words.rules.ts'
import { CheckList } from './check-list.tsx'
import { CheckinCodes } from './checkin-codes.tsx'
import { Ways } from './connect-part.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { FeesPart } from './fees-part.tsx'
import { useStep } from './integrations-data.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './integrations-tab.module.css'
import { Mark } from './mark.tsx'
import { PricesPart } from './prices-part.tsx'
import { Refusal } from './refusal.tsx'

interface ConnectedProps {
  readonly store: Store
  readonly channel: ChannelView
  readonly integration: IntegrationView
}

/** A connected channel: how its calls go, merchant by merchant, and what repairs it. */
export function ConnectedPart(props: ConnectedProps) {
  const { store, channel, integration } = props
  const { type } = channel
  const now = useNow(1_000)
  const step = useStep()
  const [checks, setChecks] = useState<readonly MerchantCheck[]>([])
  const [changing, setChanging] = useState(false)
  const [ending, setEnding] = useState(false)
  const check = () =>
    step.run('check', async () => {
      setChecks((await ask(checkIntegration, { body: { type } }, { storeId: store.id })).checks)
    })
  return (
    <section className={styles.connected} aria-labelledby={`ligado-${type}`}>
      {integration.refusedSince !== null && !channel.setup ? (
        <RefusedPaper {...props} since={integration.refusedSince} />
      ) : null}
      <Row gap={14} className={styles.head}>
        <Mark type={type} />
        <div>
          <h2 id={`ligado-${type}`}>{channelName(type)}</h2>
          <p className={styles.quiet}>{merchantsText(integration)}</p>
        </div>
        <div className={styles.state}>
          <ChannelVerdict store={store} platform={type} trouble={troubleOf(integration)} />
        </div>
      </Row>
      <ChannelWhy store={store} platform={type} />
      {integration.health.map((merchant) => (
        <Merchant
          key={merchant.merchantId}
          merchant={merchant}
          several={integration.health.length > 1}
          lastAnswer={merchant.primary ? integration.lastPolledAt : null}
          now={now}
        >
          {merchant.primary ? <ChannelProof store={store} platform={type} /> : null}
        </Merchant>
      ))}
      <PricesPart store={store} type={type} />
      <UnmappedLink store={store} platform={type} />
      {store.role === 'owner' ? <FeesPart store={store} type={type} /> : null}
      {checks.length > 0 && integration.refusedSince === null ? (
        <Stack role="status" gap={18} className={styles.checked}>
          <p className={styles.quiet}>O que {withChannel('o', type)} respondeu agora:</p>
          <CheckList checks={checks} />
        </Stack>
      ) : null}
      <Refusal text={step.refusal} />
      <Row wrap className={styles.actions}>
        <Button variant="soft" icon="refresh" busy={step.isBusy('check')} onClick={() => void check()}>
          Verificar agora
        </Button>
        <CheckinCodes type={type} store={store} />
        {channel.setup ? null : (
          <Button variant="ghost" aria-expanded={changing} onClick={() => setChanging(!changing)}>
            Mudar cadastros
          </Button>
        )}
        {store.role === 'owner' ? (
          <Button variant="ghost" onClick={() => setEnding(true)}>
            Desconectar
          </Button>
        ) : (
          <span className={styles.quiet}>Só o dono desconecta.</span>
        )}
      </Row>
      {changing && !channel.setup ? (
        <div className={styles.change}>
          <p className={styles.quiet}>
            Autorize de novo e escolha os cadastros. A conexão de agora continua até o fim.
          </p>
          <Ways store={store} channel={channel} />
        </div>
      ) : null}
      {ending ? <DisconnectDialog store={store} channel={channel} onClose={() => setEnding(false)} /> : null}
    </section>
  )
}

function RefusedPaper({ store, channel, since }: ConnectedProps & { readonly since: string }) {
  const now = useNow(30_000)
  return (
    <Paper torn="top" className={styles.sheet ?? ''}>
      <section aria-labelledby={`recusado-${channel.type}`}>
        <div role="alert">
          <h2 id={`recusado-${channel.type}`}>
            {withChannel('O', channel.type)} não deixa mais o Balcão entrar
          </h2>
          <p className={styles.quiet}>
            O acesso foi retirado {ago(since, now)}. Pedidos novos não chegam até você autorizar de novo. Nada
            do histórico se perde.
          </p>
        </div>
        <Ways store={store} channel={channel} />
      </section>
    </Paper>
  )
}

function Merchant({
  merchant,
  several,
  lastAnswer,
  now,
  children,
}: {
  readonly merchant: MerchantHealth
  readonly several: boolean
  readonly lastAnswer: string | null
  readonly now: Date
  /** What is known beside the answers. */
  readonly children?: ReactNode
}) {
  const name = merchant.name ?? merchant.merchantId
  const failing = merchant.operations.filter((one) => one.failing)
  const fine = merchant.operations.filter((one) => !one.failing)
  return (
    <div className={styles.merchant}>
      {several ? (
        <h3>
          {name}
          {merchant.primary ? <small> principal</small> : null}
        </h3>
      ) : null}
      {failing.length > 0 ? <Operations operations={failing} label={`Falhas de ${name}`} now={now} /> : null}
      {merchant.operations.length === 0 ? (
        <p className={styles.quiet}>A primeira busca de pedidos sai em até 30&nbsp;s.</p>
      ) : (
        <details className={styles.answers}>
          <summary>
            {answersText(merchant)}
            {lastAnswer ? `, última resposta ${ago(lastAnswer, now)}` : ''}
          </summary>
          {children}
          <Operations operations={fine} label={`Respostas de ${name}`} now={now} />
        </details>
      )}
    </div>
  )
}

function Operations({
  operations,
  label,
  now,
}: {
  readonly operations: MerchantHealth['operations']
  readonly label: string
  readonly now: Date
}) {
  return (
    <ul className={styles.operations} aria-label={label}>
      {operations.map((one) => (
        <li key={one.operation}>
          <b>{operationNames[one.operation]}</b>
          <span className={one.failing ? styles.failed : styles.fine}>
            {one.failing ? (one.failure ?? 'Falhou.') : 'Certo'}
          </span>
          <Muted as="small" size={3}>
            {one.okAt ? `deu certo ${ago(one.okAt, now)}` : 'ainda não deu certo'}
            {one.failedAt && !one.failing ? `, falhou ${ago(one.failedAt, now)}: ${one.failure ?? ''}` : ''}
            {one.failuresLastHour > 0
              ? ` · ${plural(one.failuresLastHour, 'falha', 'falhas')} na última hora`
              : ''}
          </Muted>
        </li>
      ))}
    </ul>
  )
}
