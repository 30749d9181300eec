import { startSetup, type ChannelView, type LinkWay } from '../../contract/integrations/integrations.ts'
import { channelName, withChannel } from '../../contract/shared/channels.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { useNow } from '../browser/clock.ts'
import { Button } from '../ui/button.tsx'
import { Paper } from '../ui/paper.tsx'
import { ago } from '../words/format.ts'
import { useStep } from './integrations-data.ts'
import { Row } from '../kit/layout.tsx'
import styles from './integrations-tab.module.css'
import { Mark } from './mark.tsx'
import { Refusal } from './refusal.tsx'

interface ConnectProps {
  readonly store: Store
  readonly channel: ChannelView
}

/** A channel that the store does not have, or has no more: the ways to connect it. */
export function ConnectPart({ store, channel }: ConnectProps) {
  const { type, ways, integration } = channel
  const now = useNow(60_000)
  const name = channelName(type)
  return (
    <Paper torn="top" className={styles.sheet ?? ''}>
      <section aria-labelledby={`canal-${type}`}>
        <Row gap={14} className={styles.head}>
          <Mark type={type} />
          <div>
            <h2 id={`canal-${type}`}>
              {integration ? `${name} desconectado` : `Conectar ${withChannel('o', type)}`}
            </h2>
            <p className={styles.quiet}>
              {integration?.disconnectedAt
                ? `Desde ${ago(integration.disconnectedAt, now)}. Pedidos e relatórios de antes continuam aqui.`
                : `Os pedidos ${withChannel('de', type)} chegam na mesma tela, com aceite, impressão e relatórios.`}
            </p>
          </div>
        </Row>
        {ways.length === 0 ? (
          <p className={styles.quiet}>
            O Balcão ainda não tem acesso {withChannel('a', type)} aqui. Fale com o suporte.
          </p>
        ) : (
          <Ways store={store} channel={channel} />
        )}
      </section>
    </Paper>
  )
}

const wayWords: Readonly<Record<LinkWay, { readonly button: string; readonly words: string }>> = {
  code: {
    button: 'Conectar por código',
    words: 'Você autoriza o Balcão no site do aplicativo e traz um código de volta. Leva um minuto.',
  },
  credentials: {
    button: 'Conectar com as credenciais',
    words:
      'Para aplicativos que falam Open Delivery: eles dão à loja um endereço, um Client ID e um Client Secret.',
  },
  app: {
    button: 'Já aprovei o Balcão no portal',
    words: 'Se você já liberou o Balcão no portal do aplicativo, basta o ID da loja.',
  },
}

/** Also the repair of a connection, so it does not name the present one. */
export function Ways({ store, channel }: ConnectProps) {
  const step = useStep()
  const start = (way: LinkWay) =>
    step.run(way, () =>
      ask(
        startSetup,
        { body: { type: channel.type, way, version: channel.setup?.version ?? 0 } },
        { storeId: store.id },
      ),
    )
  return (
    <>
      <ul className={styles.ways}>
        {channel.ways.map((way, index) => (
          <li key={way}>
            <Button
              variant={index === 0 ? 'primary' : 'soft'}
              busy={step.isBusy(way)}
              onClick={() => void start(way)}
            >
              {wayWords[way].button}
            </Button>
            <p className={styles.quiet}>{wayWords[way].words}</p>
          </li>
        ))}
      </ul>
      <Refusal text={step.refusal} />
    </>
  )
}
