import './studio.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { App } from './App.tsx'
import { queryClient } from './api.ts'
import { routerOptions } from './router.ts'

const root = document.getElementById('studio')
if (root)
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <Router {...routerOptions}>
        <App />
      </Router>
    </QueryClientProvider>,
  )
