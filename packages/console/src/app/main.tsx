import '../look/look.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { takeKeyFromAddress } from '../data/kept-key.ts'
import { applyTheme } from '../look/theme.ts'
import { App } from './app.tsx'

applyTheme()
takeKeyFromAddress()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root to draw into')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
