import * as z from 'zod/mini'
import { weekdays } from '../stores/stores.ts'

const timeOfDay = z
  .string('Informe a hora.')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Informe a hora como 18:30.'))

/**
 * Local times of the store. An `end` that is not after `start` crosses midnight and belongs to the day it starts
 * on; 00:00–00:00 is the whole day.
 */
export const deliveryWindow = z.strictObject({
  weekdays: z
    .array(z.enum(weekdays, 'Dia inválido.'))
    .check(z.minLength(1, 'Escolha ao menos um dia.'), z.maxLength(7)),
  start: timeOfDay,
  end: timeOfDay,
})
export type DeliveryWindow = z.output<typeof deliveryWindow>

export const windowsText = z.array(deliveryWindow).check(z.maxLength(14, 'No máximo 14 horários.'))
