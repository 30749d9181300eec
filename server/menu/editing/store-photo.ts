import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { photoBytesLimit } from '../../../contract/menu/edit-item.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { redraw, type Picture } from '../../children/redraw-picture.ts'

const photoSizes = { maxBytes: photoBytesLimit, maxBytesKept: photoBytesLimit, side: 1_600 }

/** The user's photo as it is kept, or a rejection with its field. Made before a transaction: it takes a while. */
export async function photoToKeep(dataUrl: string, uid: string): Promise<Picture> {
  const sent = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const photo = await redraw(sent, photoSizes, uid)
  if (photo) return photo
  const message = 'Não deu para ler esta foto. Envie um PNG, JPEG ou WebP de até 400 KB.'
  throw new AppError('validation/refused', { details: [{ path: 'photo', message }] })
}

/** Returns the photo's id. Identical pictures are stored once. */
export async function storePhoto(tx: Transaction<Cell>, storeId: string, photo: Picture): Promise<string> {
  const id = createHash('sha256').update(photo.bytes).digest('hex')
  await tx
    .insertInto('menu_photos')
    .values({ store_id: storeId, id, content_type: photo.contentType, bytes: photo.bytes })
    .onConflict((conflict) => conflict.constraint('menu_photos_pkey').doNothing())
    .execute()
  return id
}

/** Deletes a photo that no item uses. */
export async function deleteUnusedPhoto(
  tx: Transaction<Cell>,
  storeId: string,
  photoId: string,
): Promise<void> {
  await tx
    .deleteFrom('menu_photos')
    .where('store_id', '=', storeId)
    .where('id', '=', photoId)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('menu_items')
            .select('id')
            .where('menu_items.store_id', '=', storeId)
            .where('menu_items.photo_id', '=', photoId),
        ),
      ),
    )
    .execute()
}
