import { useRef, useState, type FormEvent } from 'react'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { plural } from '../../words/format.ts'
import styles from '../delivery-tab.module.css'
import { readZones } from './zone-files.rules.ts'
import { changedTogether, feeWords } from './zone-form.rules.ts'

/** The same change for all fees, shown before it is made. */
export function MassDialog({
  zones,
  onDone,
  onClose,
}: {
  readonly zones: readonly DeliveryZone[]
  readonly onDone: (zones: readonly DeliveryZone[]) => void
  readonly onClose: () => void
}) {
  const [kind, setKind] = useState<'cents' | 'percent'>('cents')
  const [sign, setSign] = useState<'1' | '-1'>('1')
  const [typed, setTyped] = useState('1,00')
  const [minutes, setMinutes] = useState('0')
  const amount = kind === 'cents' ? centsTyped(typed) : /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null
  const extra = /^-?\d{1,3}$/.test(minutes.trim()) ? Number(minutes) : null
  const next =
    amount === null || extra === null
      ? null
      : changedTogether(zones, { fee: { kind, by: amount * Number(sign) }, minutes: extra })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (next) onDone(next)
  }
  return (
    <Dialog title="Mudar todas as áreas" onClose={onClose}>
      <form className={styles.fields} onSubmit={submit} noValidate>
        <div className={styles.three}>
          <SelectField
            label="Taxa"
            value={sign}
            options={[
              ['1', 'Subir'],
              ['-1', 'Baixar'],
            ]}
            onChange={(event) => setSign(event.target.value as '1' | '-1')}
          />
          <TextField
            label="Quanto"
            inputMode="decimal"
            value={typed}
            error={
              amount === null
                ? kind === 'cents'
                  ? 'Use vírgula, como 1,00.'
                  : 'Use um número inteiro.'
                : undefined
            }
            onChange={(event) => setTyped(event.target.value)}
          />
          <SelectField
            label="Em"
            value={kind}
            options={[
              ['cents', 'R$'],
              ['percent', '%'],
            ]}
            onChange={(event) => {
              setKind(event.target.value as 'cents' | 'percent')
              setTyped(event.target.value === 'cents' ? '1,00' : '10')
            }}
          />
        </div>
        <TextField
          label="Minutos a mais"
          inputMode="numeric"
          hint="Para diminuir, use o sinal de menos."
          value={minutes}
          error={extra === null ? 'Use um número inteiro.' : undefined}
          onChange={(event) => setMinutes(event.target.value)}
        />
        {next ? (
          <ul className={styles.preview} aria-label="Como ficam">
            {zones.slice(0, 6).map((zone, index) => (
              <li key={zone.id}>
                <span>{zone.name}</span>
                <span>
                  {feeWords(zone)} → <b>{feeWords(next[index] ?? zone)}</b>
                </span>
              </li>
            ))}
            {zones.length > 6 ? <li>e mais {plural(zones.length - 6, 'área', 'áreas')}</li> : null}
          </ul>
        ) : null}
        <DialogFoot>
          <Button type="submit" variant="primary" disabledReason={next ? null : 'Confira os números.'}>
            Mudar {plural(zones.length, 'área', 'áreas')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** Zones of a CSV or GeoJSON file, added to the list or in its place. */
export function ImportDialog({
  before,
  onDone,
  onClose,
}: {
  readonly before: number
  readonly onDone: (zones: readonly DeliveryZone[], replace: boolean) => void
  readonly onClose: () => void
}) {
  const file = useRef<HTMLInputElement>(null)
  const [name, setName] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [zones, setZones] = useState<readonly DeliveryZone[] | null>(null)
  const read = async (chosen: File | undefined) => {
    if (!chosen) return
    setName(chosen.name)
    setZones(null)
    setProblem(null)
    if (chosen.size > 1_000_000) return setProblem('O arquivo pode ter até 1\u00a0MB.')
    const found = readZones(await chosen.text())
    setProblem(found.problem)
    setZones(found.zones)
  }
  return (
    <Dialog title="Importar áreas" onClose={onClose}>
      <div className={styles.fields}>
        <p className={styles.note}>
          Escolha um CSV com as colunas nome, tipo, onde e taxa, ou um GeoJSON. Exporte a lista para ver um
          exemplo.
        </p>
        <input
          ref={file}
          className={styles.unseen}
          type="file"
          tabIndex={-1}
          aria-label="Arquivo CSV ou GeoJSON"
          accept=".csv,.json,.geojson,text/csv,application/json,application/geo+json"
          onChange={(event) => void read(event.target.files?.[0])}
        />
        <Button variant="soft" className={styles.file ?? ''} data-first onClick={() => file.current?.click()}>
          {name ?? 'Escolher o arquivo'}
        </Button>
        {problem ? (
          <p className={styles.wrong} role="alert">
            {problem}
          </p>
        ) : null}
        {zones ? (
          <ul className={styles.preview} aria-label="No arquivo">
            {zones.slice(0, 6).map((zone) => (
              <li key={zone.id}>
                <span>{zone.name}</span>
                <b>{feeWords(zone)}</b>
              </li>
            ))}
            {zones.length > 6 ? <li>e mais {plural(zones.length - 6, 'área', 'áreas')}</li> : null}
          </ul>
        ) : null}
        <DialogFoot>
          {zones && before > 0 ? (
            <Button variant="ghost" onClick={() => onDone(zones, true)}>
              Trocar as {before} de agora
            </Button>
          ) : null}
          <Button
            variant="primary"
            disabledReason={zones ? null : 'Escolha um arquivo.'}
            onClick={() => zones && onDone(zones, false)}
          >
            {zones ? `Acrescentar ${plural(zones.length, 'área', 'áreas')}` : 'Acrescentar'}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  )
}
