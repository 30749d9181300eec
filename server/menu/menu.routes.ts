import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/menu/menu.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { addMenuItem } from './add-item.ts'
import { pauseMenuItem, pauseMenuItems } from './pause-item.ts'
import { readMyMenu } from './read-menu.ts'
import { readPhoto } from './read-photo.ts'
import { resendMenuItem } from './resend-item.ts'
import { resumeMenuItem } from './resume-item.ts'
import { updateMenuItem } from './update-item.ts'

export function menuRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.readMyMenu, readMyMenu)
  serve(app, deps, contract.pauseMenuItem, pauseMenuItem)
  serve(app, deps, contract.pauseMenuItems, pauseMenuItems)
  serve(app, deps, contract.resumeMenuItem, resumeMenuItem)
  serve(app, deps, contract.resendMenuItem, resendMenuItem)
  serve(app, deps, contract.updateMenuItem, updateMenuItem)
  serve(app, deps, contract.addMenuItem, addMenuItem)
  readPhoto(app, deps)
}
