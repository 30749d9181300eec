import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addIncident, readIncidents, saveIncident, type Incident } from '../../contract/privacy/incidents.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useForm } from '../forms/use-form.ts'
import { Box } from '../kit/box.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pill } from '../ui/pill.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { dayShort } from '../words/format.ts'
import { dayIn } from '../words/near-day.ts'
import { knownAtOf } from './known-day.rules.ts'
import { Stack } from '../kit/layout.tsx'
import { FormError } from '../kit/form-error.tsx'
import styles from './privacy.module.css'

/** The register of incidents with personal data, with the day until which the ANPD must know. */
export function IncidentsPart({ store }: { readonly store: Store }) {
  const query = useQuery(queryFor(readIncidents, {}, { storeId: store.id }))
  const [open, setOpen] = useState<Incident | 'new' | null>(null)
  return (
    <Stack as="section" gap={12}>
      <h2>Incidentes de segurança</h2>
      <p className={styles.muted}>
        Celular perdido, senha vazada, arquivo enviado à pessoa errada: registre aqui. Com risco às pessoas, a
        ANPD precisa saber em três dias úteis.
      </p>
      {query.isPending ? <Skeleton height={64} /> : null}
      {query.error ? (
        <ErrorState
          message={errorSentence(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      <ul className={styles.lines}>
        {query.data?.incidents.map((incident) => (
          <li key={incident.id}>
            <Button variant="ghost" onClick={() => setOpen(incident)}>
              {incident.title}
            </Button>
            <Pill tone={incident.closedAt ? 'ok' : incident.risky && !incident.anpdToldAt ? 'bad' : 'info'}>
              {stateWords(incident)}
            </Pill>
            <small>Soubemos em {dayShort(dayIn(incident.knownAt, store.address.timezone))}</small>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="quiet" icon="plus" onClick={() => setOpen('new')}>
          Registrar incidente
        </Button>
      </div>
      {open ? (
        <IncidentDialog store={store} incident={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      ) : null}
    </Stack>
  )
}

function stateWords({ closedAt, tellUntil, anpdToldAt }: Incident): string {
  if (closedAt) return 'Encerrado'
  if (tellUntil && !anpdToldAt) return `Avise a ANPD até ${dayShort(tellUntil)}`
  return 'Em andamento'
}

interface DialogProps {
  readonly store: Store
  readonly incident: Incident | null
  readonly onClose: () => void
}

function IncidentDialog({ store, incident, onClose }: DialogProps) {
  const [marks, setMarks] = useState(() => marksOf(incident))
  const { timezone } = store.address
  const [today] = useState(() => dayIn(new Date().toISOString(), timezone))
  const kept = incident?.knownAt ?? null
  const form = useForm({
    initial: { ...wordsOf(incident), knownAt: kept ? dayIn(kept, timezone) : today },
    schema: addIncident.body,
    input: (values) => ({
      ...values,
      peopleAffected: values.peopleAffected.trim() === '' ? null : Number(values.peopleAffected),
      ...marks,
      knownAt: knownAtOf(values.knownAt, { kept, timezone, now: new Date() }),
    }),
    send: async (body) => {
      const options = { storeId: store.id }
      if (incident)
        await ask(
          saveIncident,
          { params: { incidentId: incident.id }, body: { ...body, version: incident.version } },
          options,
        )
      else await ask(addIncident, { body }, options)
      await refresh(readIncidents)
      onClose()
    },
  })
  const area = (name: 'whatHappened' | 'measures') => ({
    value: form.values[name],
    error: form.problem(name),
    onChange: (event: React.ChangeEvent<HTMLTextAreaElement>) => form.set(name, event.target.value),
  })
  return (
    <Dialog title={incident ? 'Incidente' : 'Registrar incidente'} side onClose={onClose}>
      <Stack as="form" gap={14} onSubmit={form.onSubmit} noValidate>
        <TextField {...form.field('title')} label="Nome" maxLength={120} data-first />
        <TextField
          {...form.field('knownAt')}
          label="Quando soubemos"
          hint="O prazo da ANPD conta deste dia."
          type="date"
          max={today}
        />
        <TextArea
          {...area('whatHappened')}
          label="O que aconteceu, e com quais dados"
          rows={4}
          maxLength={4000}
        />
        <TextArea {...area('measures')} label="O que foi feito" rows={3} maxLength={4000} />
        <TextField
          {...form.field('peopleAffected')}
          label="Pessoas afetadas"
          hint="Vazio: ainda não contamos."
          inputMode="numeric"
        />
        <Marks {...marks} onChange={(more) => setMarks({ ...marks, ...more })} />
        <FormError>{form.refusal}</FormError>
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Salvar
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

const wordsOf = (incident: Incident | null) => ({
  title: incident?.title ?? '',
  whatHappened: incident?.whatHappened ?? '',
  measures: incident?.measures ?? '',
  peopleAffected: incident?.peopleAffected?.toString() ?? '',
})

interface IncidentMarks {
  readonly risky: boolean
  readonly anpdToldAt: string | null
  readonly peopleToldAt: string | null
  readonly closed: boolean
}

const marksOf = (incident: Incident | null): IncidentMarks => ({
  risky: incident?.risky ?? false,
  anpdToldAt: incident?.anpdToldAt ?? null,
  peopleToldAt: incident?.peopleToldAt ?? null,
  closed: incident !== null && incident.closedAt !== null,
})

function Marks({
  risky,
  anpdToldAt,
  peopleToldAt,
  closed,
  onChange,
}: IncidentMarks & { readonly onChange: (marks: Partial<IncidentMarks>) => void }) {
  const moment = (on: boolean) => (on ? new Date().toISOString() : null)
  return (
    <div>
      <Box
        label="Pode causar risco ou dano relevante às pessoas"
        hint="Então a ANPD e as pessoas precisam ser avisadas."
        checked={risky}
        onChange={(on) => onChange({ risky: on })}
      />
      {risky ? (
        <>
          <Box
            label="A ANPD foi avisada"
            checked={anpdToldAt !== null}
            onChange={(on) => onChange({ anpdToldAt: moment(on) })}
          />
          <Box
            label="As pessoas foram avisadas"
            checked={peopleToldAt !== null}
            onChange={(on) => onChange({ peopleToldAt: moment(on) })}
          />
        </>
      ) : null}
      <Box label="Encerrado" checked={closed} onChange={(on) => onChange({ closed: on })} />
    </div>
  )
}
