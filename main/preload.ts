import { contextBridge, ipcRenderer } from 'electron';
import { exposeAppliance } from './ipc/expose-appliance.ts';

exposeAppliance({ contextBridge, ipcRenderer });
