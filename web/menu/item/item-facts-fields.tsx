import { everyMarketplace } from '../../../contract/shared/channels.ts'
import type { ReactNode } from 'react'
import { allergenNames, taxClassNames } from '../../../contract/menu/allergen-words.ts'
import { allergens, menuLocks, taxClasses, type MenuLock } from '../../../contract/menu/menu-fields.ts'
import type { Menu } from '../../../contract/menu/menu.ts'
import { SelectField, TextField } from '../../ui/text-field.tsx'
import { plural } from '../../words/format.ts'
import { withAllergen, type ItemFacts } from './item-facts.rules.ts'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './item-facts.module.css'
import { soldHoursText } from '../../../contract/menu/sold-hours-text.ts'
import { SoldHoursField } from './sold-hours-field.tsx'

interface FactsProps {
  readonly facts: ItemFacts
  readonly menu: Menu
  readonly problem: (name: string) => string | undefined
  readonly onChange: (facts: ItemFacts) => void
}

/** Folded parts below the fields that every item has; a part with a problem is open. */
export function ItemFactsFields({ facts, onChange, ...props }: FactsProps) {
  const parts = { ...props, facts, set: (changes: Partial<ItemFacts>) => onChange({ ...facts, ...changes }) }
  return (
    <div className={styles.parts}>
      <Options {...parts} />
      <Times {...parts} />
      <Allergens {...parts} />
      <Papers {...parts} />
      <Locks {...parts} />
    </div>
  )
}

type PartProps = Omit<FactsProps, 'onChange'> & { readonly set: (changes: Partial<ItemFacts>) => void }

const toggled = <T,>(list: readonly T[], one: T, on: boolean): readonly T[] =>
  on ? [...list, one] : list.filter((other) => other !== one)

function Options({ facts, menu, set }: PartProps) {
  const groups = menu.optionGroups.filter(({ optionId }) => optionId === null)
  return (
    <Part title="Opções" said={facts.optionGroupIds.length === 0 ? 'nenhum grupo' : groupsText(facts, menu)}>
      {groups.length === 0 ? (
        <Muted>Esta loja ainda não tem grupos de opções. Crie em “Organizar”, na parte “Opções”.</Muted>
      ) : (
        <Checks
          legend="O que o cliente escolhe neste item"
          options={groups.map((group) => [
            group.id,
            `${group.name}, ${group.minPermitted > 0 ? `escolha ${String(group.minPermitted)}` : 'se quiser'}`,
          ])}
          chosen={facts.optionGroupIds}
          onChange={(id, on) => set({ optionGroupIds: toggled(facts.optionGroupIds, id, on) })}
        />
      )}
    </Part>
  )
}

function Times({ facts, problem, set }: PartProps) {
  return (
    <Part
      title="Quando vende"
      said={soldHoursText(facts.availability) ?? 'sempre'}
      open={problem('startTime') !== undefined || problem('dayOfWeek') !== undefined}
    >
      <SoldHoursField
        hours={facts.availability}
        problem={problem('dayOfWeek') ?? problem('startTime') ?? problem('endTime')}
        onChange={(availability) => set({ availability })}
      />
    </Part>
  )
}

function Allergens({ facts, problem, set }: PartProps) {
  return (
    <Part
      title="Alergênicos e álcool"
      said={[
        facts.allergen.length === 0
          ? 'alergênicos não informados'
          : facts.allergen.map((one) => allergenNames[one]).join(', '),
        ...(facts.isAlcoholic ? ['tem álcool'] : []),
      ].join(' · ')}
      open={problem('allergen') !== undefined}
    >
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={facts.isAlcoholic}
          onChange={(event) => set({ isAlcoholic: event.target.checked })}
        />
        Bebida alcoólica: só para maiores de 18 anos
      </label>
      <Checks
        legend="Contém"
        options={allergens.map((one) => [one, allergenNames[one]])}
        chosen={facts.allergen}
        onChange={(one, on) => {
          const allergen = allergens.find((known) => known === one)
          if (allergen) set({ allergen: withAllergen(facts.allergen, allergen, on) })
        }}
      />
    </Part>
  )
}

function Papers({ facts, problem, set }: PartProps) {
  return (
    <Part
      title="Código, fiscal e porção"
      said={
        [
          facts.externalCode && `código ${facts.externalCode}`,
          facts.taxClass === '' ? '' : taxClassNames[facts.taxClass].toLowerCase(),
          facts.ncm && `NCM ${facts.ncm}`,
          facts.serving && `serve ${facts.serving}`,
        ]
          .filter(Boolean)
          .join(' · ') || 'não informado'
      }
      open={['externalCode', 'ncm', 'ean', 'serving'].some((name) => problem(name) !== undefined)}
    >
      <TextField
        label="Código do item"
        autoComplete="off"
        maxLength={64}
        hint={`Use o mesmo do caixa e ${everyMarketplace('de')}. Mudar o código separa as vendas antigas nos relatórios.`}
        error={problem('externalCode')}
        value={facts.externalCode}
        onChange={(event) => set({ externalCode: event.target.value })}
      />
      <div className={styles.pair}>
        <TextField
          label="Serve quantas pessoas"
          inputMode="numeric"
          autoComplete="off"
          error={problem('serving')}
          value={facts.serving}
          onChange={(event) => set({ serving: event.target.value })}
        />
        <TextField
          label="Código de barras"
          inputMode="numeric"
          autoComplete="off"
          error={problem('ean')}
          value={facts.ean}
          onChange={(event) => set({ ean: event.target.value })}
        />
        <SelectField
          label="Classe fiscal"
          value={facts.taxClass}
          options={[['', 'Não informada'], ...taxClasses.map((one) => [one, taxClassNames[one]] as const)]}
          onChange={(event) => set({ taxClass: taxClasses.find((one) => one === event.target.value) ?? '' })}
        />
        <TextField
          label="NCM"
          inputMode="numeric"
          autoComplete="off"
          placeholder="2202.10.00"
          error={problem('ncm')}
          value={facts.ncm}
          onChange={(event) => set({ ncm: event.target.value })}
        />
      </div>
    </Part>
  )
}

function Locks({ facts, set }: PartProps) {
  return (
    <Part
      title="Só desta loja"
      said={facts.locks.length === 0 ? 'nada travado' : facts.locks.map((one) => lockNames[one]).join(', ')}
    >
      <Checks
        legend="Uma cópia de outra loja não muda"
        options={menuLocks.map((one) => [one, lockNames[one]])}
        chosen={facts.locks}
        onChange={(one, on) => {
          const lock = menuLocks.find((known) => known === one)
          if (lock) set({ locks: toggled(facts.locks, lock, on) })
        }}
      />
    </Part>
  )
}

const lockNames: Readonly<Record<MenuLock, string>> = {
  name: 'nome',
  description: 'descrição',
  photo: 'foto',
  price: 'preço',
  availability: 'quando vende',
  optionGroups: 'opções',
}

function groupsText({ optionGroupIds }: ItemFacts, menu: Menu): string {
  const names = optionGroupIds.flatMap((id) => menu.optionGroups.find((group) => group.id === id)?.name ?? [])
  return names.length > 3 ? plural(names.length, 'grupo', 'grupos') : names.join(', ')
}

function Part({
  title,
  said,
  open = false,
  children,
}: {
  readonly title: string
  /** What is chosen inside. */
  readonly said: string
  readonly open?: boolean
  readonly children: ReactNode
}) {
  return (
    // A problem inside opens it; a person who folds it again is not overruled.
    <details className={styles.part} key={open ? 'open' : 'any'} open={open || undefined}>
      <summary>
        <b>{title}</b>
        <span>{said}</span>
      </summary>
      <Stack gap={12} className={styles.inside}>
        {children}
      </Stack>
    </details>
  )
}

function Checks({
  legend,
  options,
  chosen,
  onChange,
}: {
  readonly legend: string
  readonly options: readonly (readonly [value: string, words: string])[]
  readonly chosen: readonly string[]
  readonly onChange: (value: string, on: boolean) => void
}) {
  return (
    <fieldset className={styles.checks}>
      <legend>{legend}</legend>
      {options.map(([value, words]) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => onChange(value, event.target.checked)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  )
}
