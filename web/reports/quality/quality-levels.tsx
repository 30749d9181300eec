import { useState } from 'react'
import { everyMarketplace, levelPlatforms, storeLevelName } from '../../../contract/shared/channels.ts'
import type { QualityReport } from '../../../contract/reports/quality.ts'
import { Icon } from '../../ui/icon.tsx'
import { Pill } from '../../ui/pill.tsx'
import { SelectField } from '../../ui/text-field.tsx'
import { decimal, plural } from '../../words/format.ts'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Gauge } from '../../charts/gauge.tsx'
import styles from './quality-page.module.css'
import { criterionTarget, criterionValue, criterionLabels } from './quality.rules.ts'
import { Section } from '../frame/section.tsx'

const levelName = levelPlatforms.map(storeLevelName).join(' e ')

type Level = QualityReport['levels'][number]

/** The marketplace's top level: criteria met over three months, and missing ones. */
export function QualityLevels({ levels }: { readonly levels: readonly Level[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const level = levels.find((one) => one.storeId === chosen) ?? levels[0]
  if (!level) return null
  const score = level.criteria.find((one) => one.name === 'score')
  const met = level.criteria.filter((one) => one.met).length
  return (
    <Section
      title={`${levelName} ${everyMarketplace('em', levelPlatforms)}`}
      line={`${plural(levels.filter((one) => one.met).length, 'loja cumpre tudo', 'lojas cumprem tudo')}, de ${levels.length}`}
      tools={
        levels.length > 1 ? (
          <SelectField
            label="Loja"
            value={level.storeId}
            options={levels.map((one) => [one.storeId, `${one.name}${one.met ? ' ✓' : ''}`] as const)}
            onChange={(event) => setChosen(event.target.value)}
          />
        ) : null
      }
    >
      <div className={styles.level}>
        <Stack gap={8} className={styles.gauge}>
          <Gauge
            label={`Nota de ${level.name} nos últimos 3 meses`}
            value={score?.value ?? null}
            from={1}
            to={5}
            text={score?.value === null || score === undefined ? '–' : decimal(score.value, 2)}
            stages={[
              { upTo: 4, name: 'abaixo de 4', tone: 'bad' },
              { upTo: 4.7, name: 'abaixo de 4,7', tone: 'warn' },
              { upTo: 5, name: 'Super', tone: 'ok' },
            ]}
          />
          <Pill tone={level.met ? 'ok' : 'warn'} icon={level.met ? 'check' : 'clock'}>
            {level.met
              ? 'Cumpre tudo'
              : `${met} de ${plural(level.criteria.length, 'critério', 'critérios')}`}
          </Pill>
        </Stack>
        <Stack as="ul" gap={8} className={styles.criteria}>
          {level.criteria.map((one) => (
            <li key={one.name} data-met={one.met}>
              <Icon name={one.met ? 'check' : 'alert'} size={18} />
              <span>{criterionLabels[one.name]}</span>
              <b>{criterionValue(one.name, one.value)}</b>
              <Muted as="small" size={3}>
                {one.missing ?? criterionTarget(one.name, one.target)}
              </Muted>
            </li>
          ))}
        </Stack>
      </div>
      <Muted size={2}>
        Últimos 3 meses, pelos critérios que {everyMarketplace('o', levelPlatforms)} publica. O nível oficial
        é o do Portal do Parceiro.
      </Muted>
    </Section>
  )
}
