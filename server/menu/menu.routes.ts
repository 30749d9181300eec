import * as editItem from '../../contract/menu/edit-item.ts'
import * as contract from '../../contract/menu/menu.ts'
import * as editing from '../../contract/menu/edit-menu.ts'
import * as importing from '../../contract/menu/import-menu.ts'
import { changePrices as changePricesRoute } from '../../contract/menu/change-prices.ts'
import * as publications from '../../contract/menu/publications.ts'
import * as versions from '../../contract/menu/versions.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { addMenuItem } from './editing/add-item.ts'
import { pauseInStores, resumeInStores } from './pausing/change-in-stores.ts'
import { changePrices } from './editing/change-prices.ts'
import { deleteMenuItem, restoreInMenu } from './editing/deletions.ts'
import { addMenuCategory, deleteMenuCategory, updateMenuCategory } from './editing/edit-categories.ts'
import { addOptionGroup, deleteOptionGroup, updateOptionGroup } from './editing/edit-option-groups.ts'
import { applyMenuImport } from './import/apply-import.ts'
import { copyMyExternalMenu, importMenuFile, searchMyMarketplaceMenu } from './import/begin-import.ts'
import { readMenuImport } from './import/read-menu-import.ts'
import { rereadMenuImport } from './import/reread-import.ts'
import { readMenuTable } from './import/sources/spreadsheet/send-table.ts'
import { moveInMenu } from './editing/move-in-menu.ts'
import { pauseMenuItem, pauseMenuItems } from './pausing/pause-item.ts'
import {
  beginMenuPublication,
  confirmMenuPublication,
  resumeMenuPublication,
} from './publishing/begin-publication.ts'
import { takeBackMenuPublication } from './publishing/take-back.ts'
import { readMenuPublication, readMenuPublications } from './publishing/publications.reads.ts'
import { readMyMenu } from './reads/read-menu.ts'
import { resendMenuItem } from './pausing/resend-item.ts'
import { resendMenuOption } from './pausing/resend-option.ts'
import { resumeMenuItem } from './pausing/resume-item.ts'
import { updateMenuItem } from './editing/update-item.ts'
import { readMenuVersion, readMenuVersions } from './versions/read-versions.ts'
import { rollBackMenu } from './versions/roll-back.ts'

export const menuRoutes: readonly ServedRoute[] = [
  on(contract.readMyMenu, readMyMenu),
  on(contract.pauseMenuItem, pauseMenuItem),
  on(contract.pauseMenuItems, pauseMenuItems),
  on(contract.resumeMenuItem, resumeMenuItem),
  on(contract.pauseInStores, pauseInStores),
  on(contract.resumeInStores, resumeInStores),
  on(contract.resendMenuItem, resendMenuItem),
  on(editItem.updateMenuItem, updateMenuItem),
  on(editItem.addMenuItem, addMenuItem),
  on(editing.addMenuCategory, addMenuCategory),
  on(editing.updateMenuCategory, updateMenuCategory),
  on(editing.deleteMenuCategory, deleteMenuCategory),
  on(editing.addOptionGroup, addOptionGroup),
  on(editing.updateOptionGroup, updateOptionGroup),
  on(editing.deleteOptionGroup, deleteOptionGroup),
  on(editing.resendMenuOption, resendMenuOption),
  on(editing.deleteMenuItem, deleteMenuItem),
  on(editing.restoreInMenu, restoreInMenu),
  on(editing.moveInMenu, moveInMenu),
  on(changePricesRoute, changePrices),
  on(importing.copyMyExternalMenu, copyMyExternalMenu),
  on(importing.searchMyMarketplaceMenu, searchMyMarketplaceMenu),
  on(importing.importMenuFile, importMenuFile),
  on(importing.readMenuImport, readMenuImport),
  on(importing.rereadMenuImport, rereadMenuImport),
  on(importing.applyMenuImport, applyMenuImport),
  on(importing.readMenuTable, readMenuTable),
  on(versions.readMenuVersions, readMenuVersions),
  on(versions.readMenuVersion, readMenuVersion),
  on(versions.rollBackMenu, rollBackMenu),
  on(publications.readMenuPublications, readMenuPublications),
  on(publications.beginMenuPublication, beginMenuPublication),
  on(publications.readMenuPublication, readMenuPublication),
  on(publications.confirmMenuPublication, confirmMenuPublication),
  on(publications.takeBackMenuPublication, takeBackMenuPublication),
  on(publications.resumeMenuPublication, resumeMenuPublication),
]
