import { useState } from 'react'
import {
  createPrintAgent,
  deletePrintAgent,
  readPrintConfig,
  renewPairingCode,
  updatePrintAgent,
  type AgentRelease,
  type PrintAgentView,
} from '../../contract/printing/printing.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { useForm } from '../forms/use-form.ts'
import { useNow } from '../browser/clock.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { Pill } from '../ui/pill.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ago } from '../words/format.ts'
import { PairingWays } from './pairing-ways.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './printing-tab.module.css'

interface Pairing {
  readonly agentId: string
  readonly code: string
  readonly expiresAt: string
}

/** The store's computers that connect its printers. */
export function AgentsCard({
  storeId,
  agents,
  release,
}: {
  readonly storeId: string
  readonly agents: readonly PrintAgentView[]
  readonly release: AgentRelease | null
}) {
  const [adding, setAdding] = useState(false)
  const [pairing, setPairing] = useState<Pairing | null>(null)
  return (
    <section>
      <Row as="header" gap={10} wrap justify="between" className={styles.head}>
        <h2 id="computadores">Computadores</h2>
        <Button variant="quiet" icon="plus" onClick={() => setAdding(true)}>
          Conectar computador
        </Button>
      </Row>
      <p className={styles.lead}>
        Um computador ligado na loja busca as vias no Balcão e fala com as impressoras. Nenhuma porta da sua
        rede fica aberta.
      </p>
      <ul className={styles.rows}>
        {agents.map((agent) => (
          <AgentRow
            key={agent.id}
            storeId={storeId}
            agent={agent}
            newest={release?.version ?? ''}
            onPairing={setPairing}
          />
        ))}
      </ul>
      {adding ? (
        <AddDialog
          storeId={storeId}
          onClose={() => setAdding(false)}
          onPairing={(made) => {
            setAdding(false)
            setPairing(made)
          }}
        />
      ) : null}
      {pairing ? (
        <PairingDialog
          pairing={pairing}
          release={release}
          connected={agents.some((agent) => agent.id === pairing.agentId && agent.online)}
          onClose={() => setPairing(null)}
        />
      ) : null}
    </section>
  )
}

function AgentRow({
  storeId,
  agent,
  newest,
  onPairing,
}: {
  readonly storeId: string
  readonly agent: PrintAgentView
  readonly newest: string
  readonly onPairing: (pairing: Pairing) => void
}) {
  const now = useNow(5_000)
  const [removing, setRemoving] = useState(false)
  const renew = useAction(async (id: string) => {
    onPairing(await ask(renewPairingCode, { params: { id } }, { storeId }))
  })
  const remove = useAction(async (id: string) => {
    await ask(deletePrintAgent, { params: { id } }, { storeId })
    notify(`${agent.name} foi desconectado.`)
    setRemoving(false)
    await refresh(readPrintConfig)
  })
  return (
    <li>
      <div className={styles.row}>
        <span className={styles.what}>
          <b>{agent.name}</b>
          <Muted as="small" size={3}>
            {!agent.paired
              ? 'À espera do código'
              : agent.lastSeenAt
                ? `Última notícia ${ago(agent.lastSeenAt, now)}`
                : 'Ainda sem notícia'}
            {agent.paired && agent.software ? ` · ${versionWords(agent.software)}` : ''}
          </Muted>
        </span>
        <Pill tone={agent.online ? 'ok' : agent.paired ? 'bad' : 'warn'}>
          {agent.online ? 'Conectado' : agent.paired ? 'Sem resposta' : 'Não conectado'}
        </Pill>
        <Row as="span" gap={6} align="stretch" wrap justify="end" className={styles.tools}>
          <Button
            variant="quiet"
            icon="key"
            busy={renew.busyWith !== null}
            aria-label={`Novo código para ${agent.name}`}
            onClick={() => renew.run(agent.id)}
          >
            Novo código
          </Button>
          <Button
            variant="ghost"
            icon="close"
            aria-label={`Desconectar ${agent.name}`}
            title="Desconectar"
            onClick={() => setRemoving(true)}
          />
        </Row>
      </div>
      <UpdateNote storeId={storeId} agent={agent} newest={newest} />
      {removing ? (
        <Dialog title={`Desconectar ${agent.name}?`} onClose={() => setRemoving(false)}>
          <Stack gap={14} className={styles.form}>
            <p>Ele para de imprimir na hora, e as impressoras ligadas nele saem desta loja.</p>
            <DialogFoot>
              <Button variant="ghost" onClick={() => setRemoving(false)}>
                Cancelar
              </Button>
              <Button variant="danger" busy={remove.busyWith !== null} onClick={() => remove.run(agent.id)}>
                Desconectar
              </Button>
            </DialogFoot>
          </Stack>
        </Dialog>
      ) : null}
    </li>
  )
}

/** `balcao-agente 2.0.0` is what it calls itself. */
const versionWords = (software: string): string => software.replace(/^balcao-agente /, 'versão ')

function UpdateNote({
  storeId,
  agent,
  newest,
}: {
  readonly storeId: string
  readonly agent: PrintAgentView
  readonly newest: string
}) {
  const update = useAction(async (id: string) => {
    await ask(updatePrintAgent, { params: { id } }, { storeId })
    await refresh(readPrintConfig)
  })
  if (agent.update === 'none') return null
  if (agent.update === 'asked')
    return (
      <Row as="p" role="status" wrap justify="between" className={styles.note}>
        {agent.online
          ? `Atualizando para a versão ${newest}…`
          : `Atualiza para a versão ${newest} quando o computador voltar.`}
      </Row>
    )
  const failed = agent.update === 'failed'
  return (
    <Row as="p" role="status" wrap justify="between" className={styles.note}>
      <span>
        {failed
          ? `A versão ${newest} não subiu neste computador. A anterior segue imprimindo.`
          : `Há versão nova: ${newest}.`}
      </span>
      <Button
        busy={update.busyWith !== null}
        aria-label={`${failed ? 'Tentar atualizar' : 'Atualizar'} ${agent.name}`}
        onClick={() => update.run(agent.id)}
      >
        {failed ? 'Tentar de novo' : 'Atualizar'}
      </Button>
    </Row>
  )
}

function AddDialog({
  storeId,
  onClose,
  onPairing,
}: {
  readonly storeId: string
  readonly onClose: () => void
  readonly onPairing: (pairing: Pairing) => void
}) {
  const form = useForm({
    initial: { name: '' },
    schema: createPrintAgent.body,
    input: ({ name }) => ({ name: name.trim() }),
    send: async (body) => {
      const made = await ask(createPrintAgent, { body }, { storeId })
      await refresh(readPrintConfig)
      onPairing(made)
    },
  })
  return (
    <Dialog title="Conectar computador" onClose={onClose}>
      <Stack
        as="form"
        gap={14}
        className={styles.form}
        onSubmit={form.onSubmit}
        noValidate
        aria-label="Computador"
      >
        {form.refusal ? (
          <p className={styles.trouble} role="alert">
            {form.refusal}
          </p>
        ) : null}
        <TextField
          label="Nome do computador"
          autoComplete="off"
          placeholder="Caixa"
          data-first
          hint="Um que fica ligado enquanto a loja trabalha."
          {...form.field('name')}
        />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Gerar código
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

function PairingDialog({
  pairing,
  release,
  connected,
  onClose,
}: {
  readonly pairing: Pairing
  readonly release: AgentRelease | null
  readonly connected: boolean
  readonly onClose: () => void
}) {
  const now = useNow(1_000)
  const over = Date.parse(pairing.expiresAt) <= now.getTime()
  return (
    <Dialog title="Código do computador" onClose={onClose}>
      <Stack gap={14} className={styles.form}>
        {connected || over ? null : <PairingWays code={pairing.code} release={release} />}
        <p role="status" className={connected ? styles.fine : over ? styles.trouble : styles.lead}>
          {connected
            ? 'Computador conectado.'
            : over
              ? 'O código venceu. Gere outro.'
              : `Vale uma vez, por mais ${String(Math.ceil((Date.parse(pairing.expiresAt) - now.getTime()) / 60_000))}\u00a0min. Esperando o computador…`}
        </p>
        <DialogFoot>
          <Button variant={connected ? 'primary' : 'plain'} onClick={onClose}>
            {connected ? 'Pronto' : 'Fechar'}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
