import { unreadFields, type Fields } from '../sanitise/unread-fields.ts'

const customizationFields: Fields = {
  name: 'text',
  groupName: 'text',
  quantity: 'number',
  unitPrice: 'number',
  // These follow from the others, or repeat what the item's total says.
  addition: 'number',
  price: 'number',
  // Programs read these; a person has nothing to do with them.
  id: 'code',
  uniqueId: 'code',
  index: 'code',
  externalCode: 'code',
  ean: 'code',
  unit: 'code',
  type: 'code',
  imageUrl: 'code',
}
const optionFields: Fields = { ...customizationFields, customizations: 'parts', customization: 'parts' }
const { groupName: _groupName, ...ofAnyPart } = customizationFields
const itemFields: Fields = {
  ...ofAnyPart,
  observations: 'text',
  optionsPrice: 'number',
  totalPrice: 'number',
  options: 'parts',
}
/** The fields of each level: items, options and suboptions. */
const levels: readonly Fields[] = [itemFields, optionFields, customizationFields]

/** What no field of ours takes in the items of iFood's order, as lines of pt-BR. */
export const notUnderstood = (items: unknown): readonly string[] => unreadFields(items, 'items', levels)
