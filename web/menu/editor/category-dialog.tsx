import { useState } from 'react'
import { addMenuCategory, updateMenuCategory } from '../../../contract/menu/edit-menu.ts'
import type { Menu, MenuCategory } from '../../../contract/menu/menu.ts'
import type { MenuHours } from '../../../contract/menu/menu-fields.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { refreshMenus } from '../menu-data.ts'
import { soldHoursText } from '../../../contract/menu/sold-hours-text.ts'
import { SoldHoursField } from '../item/sold-hours-field.tsx'
import { Conflict } from './conflict.tsx'
import { seen, statusOf } from './seen-version.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import styles from './menu-editor.module.css'

interface CategoryDialogProps {
  readonly store: { readonly id: string; readonly name: string }
  readonly menu: Menu
  /** Null: a new one. */
  readonly opened: MenuCategory | null
  readonly onClose: () => void
}

/** A new category or one that changes; the version of what was seen keeps two people from overwriting each other. */
export function CategoryDialog(props: CategoryDialogProps) {
  const { form, category, hours, setHours, stale } = useCategory(props)
  const now = stale && category ? nowWords(category) : null
  return (
    <Dialog title={category ? `Categoria ${category.name}` : 'Nova categoria'} onClose={props.onClose}>
      <Stack
        as="form"
        gap={14}
        className={styles.form}
        onSubmit={form.onSubmit}
        noValidate
        aria-label="Categoria do cardápio"
      >
        <Conflict refusal={form.refusal} now={now} />
        <TextField label="Nome" autoComplete="off" maxLength={150} {...form.field('name')} />
        <TextArea
          label="Descrição"
          rows={2}
          maxLength={1000}
          value={form.values.description}
          error={form.problem('description')}
          onChange={(event) => form.set('description', event.target.value)}
        />
        <Row as="label" gap={10} className={styles.check}>
          <input
            type="checkbox"
            checked={form.values.status === 'AVAILABLE'}
            onChange={(event) => form.set('status', event.target.checked ? 'AVAILABLE' : 'UNAVAILABLE')}
          />
          À venda no canal próprio
        </Row>
        <h3 className={styles.part}>Quando vende</h3>
        <SoldHoursField
          hours={hours}
          problem={form.problem('dayOfWeek') ?? form.problem('startTime') ?? form.problem('endTime')}
          onChange={setHours}
        />
        <DialogFoot>
          <Button variant="ghost" onClick={props.onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {stale ? 'Salvar por cima' : 'Salvar'}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

const nowWords = ({ name, status, availability }: MenuCategory): string =>
  `${name}, ${status === 'UNAVAILABLE' ? 'fora de venda' : (soldHoursText(availability) ?? 'vende sempre')}`

const noCategory = { name: '', description: '', status: 'AVAILABLE', availability: [] } as const

function useCategory({ store, menu, opened, onClose }: CategoryDialogProps) {
  /** As it is now: a refresh updates the version that the next save is based on. */
  const category = opened && (menu.categories.find(({ id }) => id === opened.id) ?? opened)
  const [key] = useState(() => crypto.randomUUID())
  const [stale, setStale] = useState(false)
  const { availability, name, description, status } = category ?? noCategory
  const [hours, setHours] = useState<MenuHours[]>([...availability])
  const form = useForm({
    initial: { name, description, status: String(status) },
    schema: category ? updateMenuCategory.body : addMenuCategory.body,
    input: (values) => ({
      name: values.name,
      description: values.description,
      status: statusOf(values.status),
      availability: hours,
      ...seen(opened, category, stale),
    }),
    alsoShown: ['dayOfWeek', 'startTime', 'endTime'],
    send: async ({ version, ...body }) => {
      try {
        if (category && version !== undefined)
          await ask(
            updateMenuCategory,
            { params: { categoryId: category.id }, body: { ...body, version } },
            { storeId: store.id },
          )
        else await ask(addMenuCategory, { body }, { storeId: store.id, idempotencyKey: key })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'menu/stale-category') {
          await refreshMenus([store.id])
          setStale(true)
        }
        throw error
      }
      notify(`${body.name} salva no cardápio de ${store.name}.`)
      onClose()
      await refreshMenus([store.id])
    },
  })
  return { form, category, hours, setHours, stale }
}
